import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InboxView } from '#contract/enums.ts'
import { conversationQuery } from '../thread/query.ts'
import { belongs, changeLine, type Line } from './lines.ts'

const MOST = 10 // rows fetched at once; when a hundred leave the list together, few of them will be read

/**
 * Fetches the state of rows that keep their place on screen although they have left the server's list, which can't tell
 * how somebody else changed them. Each is fetched once.
 * @param loaded Lines of the server's list.
 * @param learn Receives each row in its present state.
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
        () => undefined, // the conversation was deleted, which the list will show
      )
    }
  }, [client, shown, loaded, view])
}

function asDeparted(line: Line, view: InboxView, now: Pick<Line, 'status' | 'response_mode'>): Line {
  const changed = changeLine(line, now, new Date().toISOString())
  return view === 'needs_person' ? { ...changed, waiting_since: null } : changed
}
