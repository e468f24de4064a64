import AlarmClock from 'lucide-react/icons/alarm-clock'
import Check from 'lucide-react/icons/check'
import Hand from 'lucide-react/icons/hand'
import Link2 from 'lucide-react/icons/link-2'
import MailX from 'lucide-react/icons/mail-x'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sparkles from 'lucide-react/icons/sparkles'
import StickyNote from 'lucide-react/icons/sticky-note'
import Tag from 'lucide-react/icons/tag'
import UserRound from 'lucide-react/icons/user-round'
import type { HandOverReason } from '#contract/enums.ts'
import { Marker } from '#dashboard/components/conversation/markers.tsx'
import { clockTime, dayAndTime, exactTime } from '#dashboard/lib/time.ts'
import { doerOf, type ThreadEntry } from './messages.ts'

type Event = NonNullable<ThreadEntry['event']>

const looks = {
  handed_over: { icon: Hand, tone: 'human' },
  given_back: { icon: Sparkles, tone: 'ai' },
  closed: { icon: Check, tone: 'quiet' },
  reopened: { icon: RotateCcw, tone: 'quiet' },
  note_deleted: { icon: StickyNote, tone: 'quiet' },
  assigned: { icon: UserRound, tone: 'quiet' },
  labelled: { icon: Tag, tone: 'quiet' },
  snoozed: { icon: AlarmClock, tone: 'quiet' },
  woken: { icon: AlarmClock, tone: 'quiet' },
  bounced: { icon: MailX, tone: 'human' },
  linked: { icon: Link2, tone: 'quiet' },
} as const satisfies Record<Event['type'], object>

const reasons: Record<HandOverReason, string> = {
  asked_for_person: 'The visitor asked for a person',
  no_answer: 'The AI had no answer and asked for a person',
  model_failed: 'The AI could not answer and asked for a person',
  people_only: 'Only people answer here',
  no_credits: 'No message credits were left for the AI',
}

const ACCEPTED = 'The AI had no answer, and the visitor wanted a person'

export function EventLine({ entry, reader }: { entry: ThreadEntry; reader: string | undefined }) {
  const { event, created_at } = entry
  if (!event) return null
  const { icon, tone } = looks[event.type] ?? { icon: Check, tone: 'quiet' } // a type that is newer than this page
  return (
    <Marker icon={icon} tone={tone}>
      <span className="break-words">{wordsOf(event, entry, reader)}</span>{' '}
      <time
        dateTime={created_at}
        title={exactTime(created_at)}
        className="whitespace-nowrap font-normal text-muted tabular-nums"
      >
        {clockTime(created_at)}
      </time>
    </Marker>
  )
}

/** What happened, in words. The member with the id `reader` is called "you". */
export function wordsOf(event: Event, entry: Pick<ThreadEntry, 'author'>, reader: string | undefined): string {
  const doer = doerOf(entry, reader)
  switch (event.type) {
    case 'handed_over':
      if (event.reason === 'no_answer' && entry.author.type === 'visitor') return ACCEPTED
      return event.reason ? reasons[event.reason] : `${doer} took over`
    case 'given_back':
      return `${doer} gave it back to the AI`
    case 'closed':
      return `${doer} closed the conversation`
    case 'reopened':
      return `${doer} reopened the conversation`
    case 'note_deleted':
      return `${doer} deleted a note`
    case 'assigned':
      return assignedWords(event, entry.author.id, doer, reader)
    case 'labelled':
      return labelWords(event, doer)
    case 'snoozed':
      return event.until === 'visitor' || !event.until
        ? `${doer} snoozed it until the visitor writes`
        : `${doer} snoozed it until ${dayAndTime(event.until)}`
    case 'woken':
      return `${doer} woke it`
    case 'bounced':
      return `The mail to ${event.address ?? 'the visitor'} could not be delivered`
    case 'linked':
      if (event.address) return `${doer} added ${event.address} to the conversation`
      return entry.author.type === 'system'
        ? 'Another conversation by mail belongs to this one'
        : `${doer} moved all that was written to another conversation`
  }
}

function assignedWords(
  { assignee, assignee_id: id }: Event,
  doerId: string | undefined,
  doer: string,
  reader: string | undefined,
): string {
  if (!assignee) return `${doer} unassigned it`
  if (id === doerId) return `${doer} took it`
  return `${doer} gave it to ${id === reader ? 'you' : assignee}`
}

function labelWords({ added = [], removed = [] }: Event, doer: string): string {
  const parts = [
    added.length > 0 && `added ${added.join(', ')}`,
    removed.length > 0 && `took off ${removed.join(', ')}`,
  ]
  return `${doer} ${parts.filter(Boolean).join(' and ')}`
}
