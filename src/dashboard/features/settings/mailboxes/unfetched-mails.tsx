import { api } from '#dashboard/api/api.ts'
import { byteSize } from '#dashboard/lib/sizes.ts'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Mailbox } from './mailbox-form.ts'

/** The mails that a mailbox's server lists and does not hand over; nothing if there are none. */
export function UnfetchedMails({ mailbox }: { mailbox: Pick<Mailbox, 'id' | 'address'> }) {
  const { data } = api.listUnfetchedMails.useQuery({ params: { mailbox: mailbox.id } })
  if (!data || data.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer text-warning">
        {data.length === 1 ? 'One mail was not fetched' : `${data.length} mails were not fetched`}
      </summary>
      <p className="mt-2 text-muted">The mail server lists them and hands nothing over. Read them there.</p>
      <ul
        aria-label={`Mails of ${mailbox.address} that were not fetched`}
        className="mt-1 flex list-disc flex-col pl-5"
      >
        {data.map(({ uid, received_at, size }) => (
          <li key={uid}>
            {received_at ? <RelativeTime value={received_at} /> : 'At an unknown time'}, {byteSize(size)}
          </li>
        ))}
      </ul>
    </details>
  )
}
