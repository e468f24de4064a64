import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import type { Line } from '../list/lines.ts'
import { Choice, Choices } from './choices.tsx'

type Label = Line['labels'][number]

const has = (labels: readonly Label[], { id }: Label) => labels.some((label) => label.id === id)

interface LabelChoicesProps {
  given: readonly Label[]
  /** Labels that at least one of several conversations has. */
  partly?: readonly Label[]
  /** Receives the labels that are ticked after a choice, and those that were ticked before it. */
  onChange: (labels: readonly Label[], before: readonly Label[]) => void
}

/** A list of labels to tick. It stays open after a choice, as a conversation often has several labels. */
export function LabelChoices({ given, partly = [], onChange }: LabelChoicesProps) {
  const [search, setSearch] = useState('')
  const { data: known, error } = api.listLabels.useQuery()
  const labels = known ?? []
  const create = api.createLabel.useMutation({
    onSuccess: (label) => {
      onChange([...given, label], given)
      setSearch('')
    },
    onError: (error) => tellError(error, 'The label was not created'),
  })
  const toggle = (label: Label) => () => {
    onChange(has(given, label) ? given.filter(({ id }) => id !== label.id) : [...given, label], given)
  }
  const name = search.trim()
  // Whether a name is new is known only once the labels have loaded.
  const isNew =
    known !== undefined && name !== '' && !labels.some((label) => label.name.toLowerCase() === name.toLowerCase())
  return (
    <Choices
      label="Labels"
      placeholder="Find or create a label…"
      empty={emptyWords(known, error)}
      search={search}
      onSearch={(text) => setSearch([...text].slice(0, limits.labelName).join(''))}
    >
      {labels.map((label) => (
        <Choice
          key={label.id}
          value={label.name}
          chosen={has(given, label) || (has(partly, label) && 'partly')}
          onSelect={toggle(label)}
        >
          <LabelDot color={label.color} className="mx-1" />
          <span className="truncate">{label.name}</span>
        </Choice>
      ))}
      {isNew && (
        <Choice
          value={`create ${name}`}
          always
          onSelect={() => !create.isPending && create.mutate({ body: { name, color: 'gray' } })}
        >
          <Plus aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">Create “{name}”</span>
        </Choice>
      )}
    </Choices>
  )
}

function emptyWords(known: readonly Label[] | undefined, error: unknown): string | undefined {
  if (known) return known.length === 0 ? 'No labels yet. Type a name to create one.' : 'No label by that name.'
  return error ? 'The labels could not be loaded.' : undefined
}
