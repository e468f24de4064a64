import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hand from 'lucide-react/icons/hand'
import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import UserRound from 'lucide-react/icons/user-round'
import type { InboxView } from '#contract/enums.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { type InboxSearch, viewOf } from '../inbox-search.ts'

const texts: Record<InboxView, { icon: LucideIcon; title: string; text: string }> = {
  needs_person: {
    icon: Hand,
    title: 'Nobody is waiting',
    text: 'Visitors the AI hands over, and those who answer you, wait here until a person replies.',
  },
  with_people: {
    icon: UserRound,
    title: 'People have no conversations',
    text: 'Those that one of you has taken over stay here until they are closed or given back to the AI.',
  },
  open: {
    icon: Inbox,
    title: 'No open conversations',
    text: 'When visitors write to your agents, their conversations appear here as they happen.',
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

interface ListEmptyProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
  /** Number of conversations searched, and a function that loads more to search. */
  searched: number
  loadMore: (() => void) | undefined
}

/** Replaces the list when it is empty: says what would be listed, and what to do next. */
export function ListEmpty({ search, onChange, searched, loadMore }: ListEmptyProps) {
  const { agent, origin, q } = search
  const view = viewOf(search)
  if (q && searched > 0)
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={
          loadMore ? (
            <Button onClick={loadMore}>Search in older ones too</Button>
          ) : (
            <Button onClick={() => onChange({ q: undefined })}>Clear the search</Button>
          )
        }
      >
        {searched === 1
          ? 'The one loaded conversation has'
          : `None of the ${searched.toLocaleString()} loaded conversations has`}{' '}
        {searched === 1 && 'no '}“{q}” in its visitor or last line.
      </EmptyState>
    )
  const { icon, title, text } = texts[view]
  if (agent || origin)
    return (
      <EmptyState
        icon={icon}
        title={title}
        action={<Button onClick={() => onChange({ agent: undefined, origin: undefined })}>Clear filters</Button>}
      >
        None fits the filters that are set.
      </EmptyState>
    )
  const next =
    view === 'open' ? (
      <Link to="/agents" className={buttonVariants()}>
        Go to the agents
      </Link>
    ) : (
      <Button onClick={() => onChange({ view: undefined })}>Show all open ones</Button>
    )
  return (
    <EmptyState icon={icon} title={title} action={next}>
      {text}
    </EmptyState>
  )
}
