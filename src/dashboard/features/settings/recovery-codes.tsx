import Download from 'lucide-react/icons/download'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useStayUntilStored } from '#dashboard/components/stay-until-stored.ts'
import { download } from '#dashboard/lib/download.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'

/** The content of a dialog that shows the recovery codes, which can be seen only once. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { button, content } = useStayUntilStored()
  const text = codes.join('\n')
  return (
    <DialogContent
      title="Store your recovery codes"
      description="Two-factor is on. Without your phone, each of these signs you in once."
      {...content}
    >
      <DialogBody className="flex flex-col gap-4">
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border border-line-strong bg-sunken px-4 py-3 font-mono"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton value={text} size="md" what="the recovery codes" />
          <Button onClick={() => download(`${text}\n`, 'baton-recovery-codes.txt')}>
            <Download aria-hidden /> Download
          </Button>
        </div>
        <p className="flex gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          They are shown this once. Keep them where your phone is not.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button ref={button} variant="primary" onClick={onStored}>
          I have stored them
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}
