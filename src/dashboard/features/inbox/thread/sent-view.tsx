import { useState } from 'react'
import { basePaths } from '#contract/route.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type ConversationIds, paramsOf } from './query.ts'

const LEAST_HEIGHT = 80 // pixels

/** A mail as its sender made it, in a frame in which nothing runs. Pictures that lie elsewhere are loaded on request. */
export function SentView({ messageId, ...ids }: ConversationIds & { messageId: string }) {
  const [hasPictures, setPictures] = useState(false)
  const [height, setHeight] = useState(LEAST_HEIGHT)
  const { data, error, refetch } = api.getEmail.useQuery({
    params: { ...paramsOf(ids), message: messageId },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} className="mt-1 max-w-[min(40rem,88%)]" />
  if (!data) return <Skeleton className="mt-1 h-32 w-full max-w-3xl" />
  if (data.html === null) return <p className="mt-1 px-0.5 text-muted text-sm">It can’t be shown as it was sent.</p>
  const path = `/agents/${ids.agentId}/conversations/${ids.conversationId}/messages/${messageId}/email/view`
  return (
    <section aria-label="The mail as it was sent" className="mt-1 flex w-full max-w-3xl flex-col gap-2">
      {data.remote_images > 0 && !hasPictures && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <span>
            {counted(data.remote_images, 'picture')} of it {data.remote_images === 1 ? 'is' : 'are'} not loaded: the
            sender could see that it is read.
          </span>
          <Button size="sm" onClick={() => setPictures(true)}>
            Load pictures
          </Button>
        </div>
      )}
      <iframe
        title="The mail as it was sent"
        src={`${basePaths['first-party']}${path}${hasPictures ? '?pictures=1' : ''}`}
        sandbox="allow-same-origin allow-popups"
        className="max-h-[70vh] w-full rounded-lg border border-line bg-white"
        style={{ height }}
        onLoad={({ currentTarget: { contentDocument: page } }) => {
          if (!page) return
          setHeight(Math.max(LEAST_HEIGHT, page.documentElement.scrollHeight + 2))
          page.addEventListener('click', openLink)
        }}
      />
    </section>
  )
}

/** Opens a link from here, as a page that the frame itself opened could run nothing either. */
function openLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!link) return
  event.preventDefault()
  window.open(link.getAttribute('href')!, '_blank', 'noopener,noreferrer')
}
