import type { Row } from '../../db/rows.ts'

type Told = Pick<Row<'notifications'>, 'kind' | 'agent_id' | 'conversation_id'>

/** The path of the dashboard's page that shows what a notification tells of. */
export function placeOf({ kind, agent_id, conversation_id }: Told): string {
  if (conversation_id !== null) return `/inbox/${agent_id}/${conversation_id}`
  return kind === 'check_broke' ? `/agents/${agent_id}/knowledge/checks` : '/crawls'
}
