import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InboxView } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { belongs, type Line } from './lines.ts'

const MOST = 10 // rows fetched at once; when a hundred leave the list together, few of them will be read

/**
 * Fetches the state of rows that keep their place on screen although they have left the server's list, which then can't
 * show what others have changed about them. A row that by its known state no longer belongs to the view is not fetched,
 * and the others only once each, until no row has left the list.
 * @param loaded Lines of the server's list.
 * @param learn Receives each fetched row.
 */
export function useDeparted(
  shown: readonly Line[],
  loaded: readonly Line[],
  view: InboxView,
  learn: (line: Line) => void,
): void {
  const client = useQueryClient()
  const me = useSession().user.id
  const asked = useRef(new Set<string>())
  const take = useRef(learn)
  take.current = learn
  useEffect(() => {
    const listed = new Set(loaded.map(({ id }) => id))
    const departed = shown.filter(({ id }) => !listed.has(id))
    if (departed.length === 0) asked.current.clear()
    for (const line of departed.slice(0, MOST)) {
      if (asked.current.has(line.id) || !belongs(line, view, me)) continue
      asked.current.add(line.id)
      const params = { agent: line.agent_id, conversation: line.id }
      client.fetchQuery({ ...api.getInboxLine.queryOptions({ params }), staleTime: 0 }).then(
        (now) => take.current(now),
        () => undefined, // most likely the conversation was deleted, which the list will show
      )
    }
  }, [client, shown, loaded, view, me])
}
