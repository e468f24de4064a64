import { Assignees } from '../handling/assignees.tsx'
import { LabelChoices } from '../handling/label-choices.tsx'
import { PickerDialog } from '../handling/picker-dialog.tsx'
import type { Line } from '../list/lines.ts'
import { type Act, addLabel, assignTo, removeLabel } from './acts.ts'

export type BulkPickerKind = 'assignee' | 'labels'

interface BulkPickerProps {
  kind: BulkPickerKind
  lines: readonly Line[]
  onAct: (act: Act) => void
  onClose: () => void
}

export function BulkPicker({ kind, lines, onAct, onClose }: BulkPickerProps) {
  const count = lines.length === 1 ? 'the chosen conversation' : `${lines.length} conversations`
  const all = labelsOf(lines)
  const given = all.filter(({ id }) => lines.every(({ labels }) => labels.some((label) => label.id === id)))
  return (
    <PickerDialog title={kind === 'assignee' ? `Assign ${count}` : `Labels of ${count}`} open onClose={onClose}>
      {kind === 'assignee' ? (
        <Assignees
          given={commonAssignee(lines)}
          onChoose={(assignee) => {
            onClose()
            onAct(assignTo(assignee))
          }}
        />
      ) : (
        <LabelChoices
          given={given}
          partly={all}
          onChange={(labels, before) => {
            const added = labels.find((label) => !before.includes(label))
            const removed = before.find((label) => !labels.includes(label))
            if (added) onAct(addLabel(added))
            if (removed) onAct(removeLabel(removed))
          }}
        />
      )}
    </PickerDialog>
  )
}

/** The member to whom all the conversations are assigned, or null for nobody; undefined if they differ. */
function commonAssignee(lines: readonly Line[]): Line['assignee'] | undefined {
  const [first, ...others] = lines.map(({ assignee }) => assignee)
  return others.every((other) => other?.user_id === first?.user_id) ? first : undefined
}

function labelsOf(lines: readonly Line[]): Line['labels'] {
  return [...new Map(lines.flatMap(({ labels }) => labels).map((label) => [label.id, label])).values()]
}
