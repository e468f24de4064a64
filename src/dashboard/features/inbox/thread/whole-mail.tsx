import { basePaths } from '#contract/route.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { isKept } from './mail-names.ts'
import { type ConversationIds, paramsOf } from './query.ts'

const LINK = 'rounded text-muted underline underline-offset-2 hover:text-ink'

interface WholeMailProps extends ConversationIds {
  messageId: string
  cameAt: string
  isCut: boolean
}

/** What a message leaves out of its mail, the mail's headers, and the mail as it came. */
export function WholeMail({ messageId, cameAt, isCut, ...ids }: WholeMailProps) {
  const { data, error, refetch } = api.getEmail.useQuery({
    params: { ...paramsOf(ids), message: messageId },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} className="mt-1 max-w-[min(40rem,88%)]" />
  if (!data) return <Skeleton className="mt-1 h-16 w-[min(40rem,88%)]" />
  const { conversationId, agentId } = ids
  const path = `/agents/${agentId}/conversations/${conversationId}/messages/${messageId}/email/original`
  return (
    <section
      aria-label="The whole mail"
      className="mt-1 flex max-w-[min(40rem,88%)] flex-col gap-2 border-line-strong border-l-2 pl-3 text-sm"
    >
      {isCut && <p className="whitespace-pre-wrap break-words">{data.text}</p>}
      {data.quoted ? (
        <p className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words text-ink-soft">{data.quoted}</p>
      ) : (
        !isCut && <p className="text-muted">The message shows all that was written.</p>
      )}
      <details className="text-xs">
        <summary className="w-fit cursor-pointer rounded text-muted hover:text-ink">Headers</summary>
        <dl className="mt-1 flex flex-col gap-1">
          {data.headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mail may have a header twice, and none ever moves
            <div key={index} className="break-words">
              <dt className="inline font-medium">{name}: </dt>
              <dd className="inline text-muted">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isKept(cameAt) && (
        <a href={basePaths['first-party'] + path} download className={`${LINK} w-fit text-xs`}>
          Download original
        </a>
      )}
    </section>
  )
}
