import { addressOf, FileLink } from './file-link.tsx'
import type { ThreadMessage } from './messages.ts'
import type { ConversationIds } from './query.ts'

type File = NonNullable<ThreadMessage['email']>['attachments'][number]

/** The files of a mail, in a row below its words. */
export function MailFiles({ files, ...ids }: ConversationIds & { files: readonly File[] }) {
  return (
    <ul aria-label="Files" className="mt-1 flex max-w-[min(40rem,88%)] flex-wrap gap-1.5">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          <FileLink file={file} address={addressOf(ids, file)} />
        </li>
      ))}
    </ul>
  )
}
