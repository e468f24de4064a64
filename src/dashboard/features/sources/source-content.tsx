import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { byteSize, counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Content } from './use-revision.ts'
import { isWritten } from './written-text.ts'

const SourceEditor = late(() => import('./source-editor.tsx'), 'SourceEditor')
const SourceVersions = late(() => import('./source-versions.tsx'), 'SourceVersions')

/** Number of characters of a text that are shown at first, as a page may hold a whole book. */
const SHOWN_CHARACTERS = 4_000
const SHOWN_PAIRS = 20

interface SourceContentProps {
  agentId: string
  sourceId: string
  /** Whether training is complete; after an edit, the agent answers from the previous text until it is. */
  isLearnt: boolean
  /** False while the agent is disabled, when sources can't be changed. */
  changeable: boolean
  /** Whether a written text is opened in its editor at once. */
  edits?: boolean | undefined
}

/** The text or pairs, when a page was read, how many answers cite the source, and where a member taught it. */
export function SourceContent({ agentId, sourceId, isLearnt, changeable, edits = false }: SourceContentProps) {
  const [editing, setEditing] = useState<Content>()
  const [isAwaited, setAwaited] = useState(edits) // to be edited as soon as it is loaded
  const mayChange = usePermissions().may('updateSourceContent')
  const content = api.getSourceContent.useQuery({ params: { agent: agentId, source: sourceId } })
  if (isAwaited && content.data) {
    setAwaited(false)
    if (mayChange && changeable && isWritten(content.data)) setEditing(content.data)
  }
  return (
    <section aria-label="What the agent learnt" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">What the agent learnt</h3>
        {content.data && mayChange && (
          <Button
            size="sm"
            disabled={!changeable}
            onPointerEnter={SourceEditor.preload}
            onClick={() => setEditing(content.data)}
          >
            <Pencil aria-hidden /> {isWritten(content.data) ? 'Edit' : 'Rename'}
          </Button>
        )}
      </div>
      {content.data ? (
        <>
          <Learnt agentId={agentId} content={content.data} isLearnt={isLearnt} />
          {content.data.version > 1 && (
            <Versions agentId={agentId} sourceId={sourceId} current={content.data} changeable={changeable} />
          )}
        </>
      ) : (
        <NotLoaded query={content} placeholder={<Skeleton className="h-32 w-full" />} />
      )}
      {editing && (
        <SourceEditor agentId={agentId} sourceId={sourceId} opened={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}

/** A button that shows the earlier versions, which are loaded only then. */
function Versions(props: Omit<SourceContentProps, 'isLearnt'> & { current: Content }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <History aria-hidden /> Versions
        </Button>
      </div>
      {isOpen && <SourceVersions {...props} />}
    </div>
  )
}

interface LearntProps extends Pick<SourceContentProps, 'agentId' | 'isLearnt'> {
  content: Content
}

function Learnt({ agentId, content, isLearnt }: LearntProps) {
  const { page, passages, taught, cited_90_days: cited } = content
  return (
    <>
      <p className="text-muted text-sm">
        {counted(passages.length, 'passage')}, cited in {counted(cited, 'answer')} in the last 90 days.
        {page && (
          <>
            {' '}
            Read <RelativeTime value={page.fetched_at} />, {byteSize(page.size_bytes)}.
          </>
        )}
      </p>
      {taught && <Taught agentId={agentId} taught={taught} />}
      {!isLearnt && passages.length > 0 && (
        <p className="text-muted text-sm">The agent answers from the text before until it has learnt this one.</p>
      )}
      {content.questions ? <Pairs pairs={content.questions} /> : <Text text={content.content ?? ''} />}
    </>
  )
}

/** When a member taught this content, with a link to the conversation or gap that it comes from. */
function Taught({ agentId, taught: { from, at } }: { agentId: string; taught: NonNullable<Content['taught']> }) {
  const className = 'text-ink-soft underline underline-offset-2'
  return (
    <p className="text-muted text-sm">
      Taught <RelativeTime value={at} /> from{' '}
      {from.conversation ? (
        <Link
          to="/inbox/$agentId/$conversationId"
          params={{ agentId, conversationId: from.conversation }}
          className={className}
        >
          a conversation
        </Link>
      ) : (
        <Link
          to="/agents/$agentId/knowledge/gaps"
          params={{ agentId }}
          search={{ state: 'all', gap: from.gap }}
          className={className}
        >
          a gap
        </Link>
      )}
      .
    </p>
  )
}

function Text({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= SHOWN_CHARACTERS)
  if (!text) return <p className="text-muted">Nothing yet.</p>
  return (
    <>
      <p className="whitespace-pre-wrap break-words rounded border border-line p-3 text-sm">
        {isWhole ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`}
      </p>
      {!isWhole && <ShowAll onClick={() => setIsWhole(true)} />}
    </>
  )
}

function Pairs({ pairs }: { pairs: NonNullable<Content['questions']> }) {
  const [isWhole, setIsWhole] = useState(pairs.length <= SHOWN_PAIRS)
  return (
    <>
      <dl className="flex flex-col gap-2 rounded border border-line p-3 text-sm">
        {(isWhole ? pairs : pairs.slice(0, SHOWN_PAIRS)).map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same question may stand in the list twice.
          <div key={index}>
            <dt className="break-words font-medium">{question}</dt>
            <dd className="whitespace-pre-wrap break-words">{answer}</dd>
          </div>
        ))}
      </dl>
      {!isWhole && <ShowAll onClick={() => setIsWhole(true)} />}
    </>
  )
}

function ShowAll({ onClick }: { onClick: () => void }) {
  return (
    <div>
      <Button size="sm" onClick={onClick}>
        Show all of it
      </Button>
    </div>
  )
}
