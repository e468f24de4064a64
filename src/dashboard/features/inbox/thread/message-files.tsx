import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { byteSize } from '#dashboard/lib/sizes.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { addressOf, FileLink } from './file-link.tsx'
import type { ThreadMessage } from './messages.ts'
import type { ConversationIds } from './query.ts'

type File = NonNullable<ThreadMessage['attachments']>[number]

const LONGEST_SIDE = 240 // pixels

/** The files of a message: pictures are seen, all can be downloaded, what may do harm only after a question. */
export function MessageFiles({ ids, files }: { ids: ConversationIds; files: readonly File[] }) {
  return (
    <div className="flex flex-wrap gap-2 py-0.5">
      {files.map((file) => {
        const address = addressOf(ids, file)
        return file.width !== undefined && file.height !== undefined && !file.is_risky ? (
          <Picture key={file.id} address={address} file={file} width={file.width} height={file.height} />
        ) : (
          <FileLink key={file.id} address={address} file={file} />
        )
      })}
    </div>
  )
}

interface FileProps {
  address: string
  file: File
}

function Picture({ address, file, width, height }: FileProps & { width: number; height: number }) {
  const [isOpen, setOpen] = useState(false)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge ${file.name}`}
        className="max-w-full overflow-hidden rounded bg-sunken"
        onClick={() => setOpen(true)}
      >
        <img
          src={`${address}?thumbnail=1`}
          alt=""
          width={Math.max(48, Math.round(width * scale))}
          height={Math.max(48, Math.round(height * scale))}
          className="h-auto max-w-full object-cover"
        />
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent title={file.name} size="lg">
            <div className="flex min-h-0 flex-1 flex-col items-start gap-3 overflow-y-auto px-5 pb-5">
              <img src={address} alt={file.name} width={width} height={height} className="h-auto max-w-full rounded" />
              <a href={address} download={file.name} className={buttonVariants({ variant: 'secondary' })}>
                <Download aria-hidden />
                Download ({byteSize(file.size)})
              </a>
            </div>
          </DialogContent>
        )}
      </Dialog>
    </>
  )
}
