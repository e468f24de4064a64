import Download from 'lucide-react/icons/download'
import type { Data } from '#contract/index.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'

type Job = Data<'getVisitorJob'> | undefined

/** The state of the export, with a link to its file, and of the erasure. */
export function VisitorJobState({ exported, erased }: { exported: Job; erased: Job }) {
  return (
    <span role="status" className="flex flex-wrap items-center gap-2 text-muted text-sm">
      {exported?.url && (
        <>
          <a href={new URL(exported.url).pathname} download className={buttonVariants({ variant: 'primary' })}>
            <Download aria-hidden /> Download
          </a>
          The file is kept for 24 hours.
        </>
      )}
      {exported?.status === 'failed' && 'The export failed. Try again.'}
      {erased?.status === 'pending' && 'Erasing. You may leave this page.'}
      {erased?.status === 'failed' && 'Not everything could be erased. Try again.'}
    </span>
  )
}
