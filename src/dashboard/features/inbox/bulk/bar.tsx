import CircleCheck from 'lucide-react/icons/circle-check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sparkles from 'lucide-react/icons/sparkles'
import Tag from 'lucide-react/icons/tag'
import UserPlus from 'lucide-react/icons/user-plus'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { late } from '#dashboard/lib/late.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { choosing } from '../list/choose.ts'
import { boxClass } from '../list/chooser.tsx'
import { chooseNothing, chosen } from '../list/chosen.ts'
import type { Line } from '../list/lines.ts'
import { type Act, close, giveBack, reopen } from './acts.ts'
import type { BulkPickerKind } from './picker.tsx'
import { type Outcome, useChangeMany } from './use-change-many.ts'
import { useLeftBehind } from './use-left-behind.ts'

const BulkPicker = late(() => import('../pickers.ts'), 'BulkPicker')

/** The bar of actions on the conversations that are chosen in the list. It covers the list's filters. */
export function BulkBar({ lines }: { lines: readonly Line[] }) {
  const ids = useStore(chosen)
  const agents = useAgents().data ?? []
  const { change, tell, isPending } = useChangeMany()
  const [picking, setPicking] = useState<BulkPickerKind>()
  const bar = useRef<HTMLElement>(null)
  // Outcomes of changes while the label dialog is open; reported when it closes, as it covers where messages appear.
  const labelled = useRef<Outcome[]>(undefined)
  const taken = lines.filter(({ id }) => ids.has(id))
  useLeftBehind(ids, taken)

  const act = async (wanted: Act) => {
    const { labels } = wanted.change
    if (isPending && !labels) return
    const outcome = await change(taken, wanted)
    if (!outcome) return
    if (labels && labelled.current) labelled.current.push(outcome)
    else tell([outcome])
    if (labels) return
    // What was refused stays chosen, as does what has been chosen since.
    const done = new Set(outcome.changed.map(({ id }) => id))
    const left = [...chosen.get()].filter((id) => !done.has(id))
    if (left.length === 0 && bar.current?.contains(document.activeElement)) toList(bar.current)
    choosing(left)
  }
  const closePicker = () => {
    setPicking(undefined)
    tell(labelled.current ?? [])
    labelled.current = undefined
  }
  const pickLabels = () => {
    setPicking('labels')
    labelled.current = []
  }
  const areClosed = taken.every(({ status }) => status === 'closed')
  const [toggle, label] = areClosed ? [reopen, 'Reopen'] : [close, 'Close']
  const withoutAi = new Set(agents.filter(({ only_human }) => only_human).map(({ id }) => id))
  const canGiveBack = taken.some(
    ({ status, response_mode, not_answered, agent_id }) =>
      status === 'open' && (response_mode === 'human' || not_answered) && !withoutAi.has(agent_id),
  )
  useShortcut('escape', 'Choose nothing', chooseNothing)
  useShortcut('m', 'Assign the chosen', () => setPicking('assignee'))
  useShortcut('l', 'Label the chosen', pickLabels)
  useShortcut('e', `${label} the chosen`, () => void act(toggle))
  useShortcut('a', 'Give the chosen back to the AI', () => void act(giveBack), { enabled: canGiveBack })

  return (
    <section
      ref={bar}
      aria-label="Chosen conversations"
      aria-busy={isPending}
      className="absolute inset-0 flex items-center gap-1 border-line border-b bg-surface pr-2"
    >
      <All lines={lines} count={taken.length} />
      <p role="status" className="min-w-0 flex-1 truncate font-medium text-sm tabular-nums">
        {taken.length} chosen{taken.length === limits.conversationsPerChange && ', the most at once'}
      </p>
      <IconButton size="sm" icon={UserPlus} label="Assign" keys="m" onClick={() => setPicking('assignee')} />
      <IconButton size="sm" icon={Tag} label="Label" keys="l" onClick={pickLabels} />
      <IconButton
        size="sm"
        icon={areClosed ? RotateCcw : CircleCheck}
        label={label}
        keys="e"
        onClick={() => void act(toggle)}
      />
      {canGiveBack && (
        <IconButton size="sm" icon={Sparkles} label="Back to AI" keys="a" onClick={() => void act(giveBack)} />
      )}
      <IconButton
        size="sm"
        icon={X}
        label="Choose nothing"
        keys="Esc"
        onClick={() => {
          toList(bar.current)
          chooseNothing()
        }}
      />
      {picking && (
        <BulkPicker kind={picking} lines={taken} onAct={(wanted) => void act(wanted)} onClose={closePicker} />
      )}
    </section>
  )
}

/** A box that chooses all loaded rows, up to as many as can be changed at once, or none. */
function All({ lines, count }: { lines: readonly Line[]; count: number }) {
  const most = Math.min(lines.length, limits.conversationsPerChange)
  const isAll = count === most
  return (
    <label className="flex h-full w-7 shrink-0 cursor-pointer items-center justify-center">
      <input
        ref={(box) => {
          if (box) box.indeterminate = !isAll
        }}
        type="checkbox"
        className={boxClass}
        aria-label={`Choose all ${most} shown`}
        checked={isAll}
        onChange={() => (isAll ? chooseNothing() : choosing(lines.map(({ id }) => id)))}
      />
    </label>
  )
}

function toList(bar: HTMLElement | null): void {
  bar?.parentElement?.parentElement?.querySelector<HTMLElement>('[data-conversation]')?.focus()
}
