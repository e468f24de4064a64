import { useQuery } from '@tanstack/react-query'
import {
  type AnswerTraceData,
  type AnswerTraceIds,
  answerTraceQuery,
} from '#dashboard/components/conversation/answer-trace-query.ts'
import { MessageTrace } from '#dashboard/components/conversation/message-trace.tsx'

/** Says at a glance why the AI answered as it did; behind it is the whole answer trace. */
export function ReplyTrace(ids: AnswerTraceIds) {
  const { data, isError } = useQuery({ ...answerTraceQuery(ids), retry: false })
  if (isError) return null // it looked nothing up
  return <MessageTrace {...ids} align="start" {...(data && { label: summary(data) })} />
}

function summary({ decision, asked_for_person, citations: { length: count } }: AnswerTraceData): string {
  if (decision === 'unknown' && asked_for_person) return 'A person was asked for, but handing over is off'
  if (decision === 'unknown') return 'Found no answer in its sources'
  if (decision === 'handed_over') return 'Handed over: the visitor asked for a person, or no source had an answer'
  if (count === 0) return 'Answered without quoting a source'
  return `Answered from ${count === 1 ? '1 passage' : `${count} passages`}`
}
