import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InboxView } from '#contract/enums.ts'
import { conversationQuery } from '../thread/query.ts'
import { belongs, changeLine, type Line } from './lines.ts'

const MOST = 10 // rows asked about at once: of a hundred that left together, few will be read

/**
 * Asks about rows that are kept in place although the server's list no longer has them. Somebody else has changed them,
 * and the list can't say how. Each is asked about once.
 * @param loaded The lines the server's list has.
 * @param learn Receives a row as it is now.
 */
export function useDeparted(
  shown: readonly Line[],
  loaded: readonly Line[],
  view: InboxView,
  learn: (line: Line) => void,
): void {
  const client = useQueryClient()
  const asked = useRef(new Set<string>())
  const take = useRef(learn)
  take.current = learn
  useEffect(() => {
    const listed = new Set(loaded.map(({ id }) => id))
    const departed = shown.filter(({ id }) => !listed.has(id))
    if (departed.length === 0) asked.current.clear()
    for (const line of departed.slice(0, MOST)) {
      if (asked.current.has(line.id) || !belongs(line, view)) continue
      asked.current.add(line.id)
      const query = conversationQuery(client, { agentId: line.agent_id, conversationId: line.id })
      client.fetchQuery({ ...query, staleTime: 0 }).then(
        ({ status, response_mode }) => take.current(asDeparted(line, view, { status, response_mode })),
        () => undefined, // the conversation was deleted, as the list will show
      )
    }
  }, [client, shown, loaded, view])
}

function asDeparted(line: Line, view: InboxView, now: Pick<Line, 'status' | 'response_mode'>): Line {
  const changed = changeLine(line, now, new Date().toISOString())
  return view === 'needs_person' ? { ...changed, waiting_since: null } : changed
}
