import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import AtSign from 'lucide-react/icons/at-sign'
import Bot from 'lucide-react/icons/bot'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hand from 'lucide-react/icons/hand'
import Inbox from 'lucide-react/icons/inbox'
import UserRound from 'lucide-react/icons/user-round'
import type { InboxView } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { filtersIn, type InboxSearch, noFilters, viewOf } from '../inbox-search.ts'

const texts: Record<InboxView, { icon: LucideIcon; title: string; text: string }> = {
  mine: {
    icon: UserRound,
    title: 'Nothing is yours',
    text: 'What you reply to, take over or are given stays here until it is closed or given back to the AI.',
  },
  for_me: {
    icon: AtSign,
    title: 'Nothing for you yet',
    text: 'Where you are mentioned or assigned, and where you have written, stays here until it is closed.',
  },
  unassigned: {
    icon: Hand,
    title: 'Nobody is waiting',
    text: 'Visitors who wait for a person, and whom nobody has taken yet, are listed here.',
  },
  open: {
    icon: Inbox,
    title: 'People have no conversations',
    text: 'Those the AI hands over, and those one of you has taken over, are listed here until they are closed.',
  },
  snoozed: {
    icon: AlarmClock,
    title: 'Nothing is snoozed',
    text: 'What you put off comes back at its time, or at once when the visitor writes.',
  },
  ai: {
    icon: Bot,
    title: 'The AI has no conversations',
    text: 'Those it answers by itself are listed here, for you to read along or take over.',
  },
  closed: {
    icon: CircleCheck,
    title: 'Nothing closed yet',
    text: 'What you close goes here, and can be reopened.',
  },
}

/** Replaces the list when it is empty: says what would be listed, and what to do next. */
export function ListEmpty({ search, onChange }: { search: InboxSearch; onChange: (changed: InboxSearch) => void }) {
  const view = viewOf(search)
  const { icon, title, text } = texts[view]
  const firstAgent = useUnwritten()
  if (filtersIn(search) > 0)
    return (
      <EmptyState icon={icon} title={title} action={<Button onClick={() => onChange(noFilters)}>Clear filters</Button>}>
        None fits the filters that are set.
      </EmptyState>
    )
  const next =
    firstAgent !== undefined ? (
      <a href={`/chat/${firstAgent}`} target="_blank" rel="noopener" className={buttonVariants()}>
        Write to your agent as a visitor
      </a>
    ) : view === 'ai' ? (
      <Link to="/agents" className={buttonVariants()}>
        Go to the agents
      </Link>
    ) : (
      <Button onClick={() => onChange({ view: view === 'open' ? 'ai' : undefined })}>
        {view === 'open' ? 'Show what the AI answers' : 'Show all open ones'}
      </Button>
    )
  return (
    <EmptyState icon={icon} title={title} action={next}>
      {text}
    </EmptyState>
  )
}

/** The id of an agent to write to, where no visitor has written yet; undefined once one has, or if there is none. */
function useUnwritten(): string | undefined {
  const { data } = api.getInboxSummary.useQuery()
  const agent = useAgents().data?.find(({ is_disabled }) => !is_disabled)
  return data && Object.values(data).every((count) => count === 0) ? agent?.id : undefined
}
