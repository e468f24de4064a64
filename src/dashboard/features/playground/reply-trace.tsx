import { useState } from 'react'
import { AnswerTrace } from '#dashboard/components/conversation/answer-trace.tsx'
import { TracePopover } from '#dashboard/components/conversation/trace-popover.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import type { Said } from './said.ts'

type Trace = NonNullable<Said['trace']>

const TeachDialog = late(() => import('#dashboard/components/teaching/teach-dialog.tsx'), 'TeachDialog')

export function ReplyTrace({ agentId, trace, form }: { agentId: string; trace: Trace; form: string | undefined }) {
  const said = form === undefined ? summary(trace) : `Shows the form “${form}”`
  const label = trace.is_cut ? `${said}, cut short` : said
  const [teaching, setTeaching] = useState(false)
  const mayTeach = usePermissions().may('updateSourceContent')
  return (
    <>
      <TracePopover label={label} align="start">
        <AnswerTrace agentId={agentId} trace={trace} onTeach={mayTeach ? () => setTeaching(true) : undefined} />
      </TracePopover>
      {teaching && (
        <TeachDialog
          agentId={agentId}
          from={{ playground: true }}
          questions={(trace.search_query ?? '').split('\n').reverse().filter(Boolean)}
          onClose={() => setTeaching(false)}
        />
      )}
    </>
  )
}

function summary({ decision, reason, asked_for_person, cites_nothing, citations: { length: count } }: Trace): string {
  if (decision === 'unknown' && asked_for_person) return 'A person was asked for, but handing over is off'
  if (reason === 'model_failed') return 'The model could not reply'
  if (decision === 'unknown') return 'Found no answer in its sources'
  if (decision === 'handed_over' && asked_for_person) return 'A person was asked for'
  if (decision === 'handed_over') return 'Found no answer in its sources, so it would hand over'
  if (cites_nothing) return 'Answered without naming a source'
  if (count === 0) return 'Answered without quoting a source'
  return `Answered from ${count === 1 ? '1 passage' : `${count} passages`}`
}
