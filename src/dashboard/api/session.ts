import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { DRAFTS, readStored, removeStored, writeStored } from '#dashboard/lib/stored.ts'
import { forgetTab } from '#dashboard/lib/tab-store.ts'
import { api } from './api.ts'
import { sessionEnded } from './session-state.ts'
import { forgetToken } from './session-token.ts'
import { noteMarks } from './stream-state.ts'
import type { Answer } from './types.ts'

export type Session = Answer<'getSession'>
export type SessionOrganization = Session['organizations'][number]

const STORED_AS = 'organization'

/** Who is signed in; it changes only by signing in and out. */
export const sessionOptions = { ...api.getSession.queryOptions(), staleTime: Number.POSITIVE_INFINITY, retry: false }

/**
 * Who is signed in, if anybody is. A page asks this first: to be signed out is no error, and `GET /session` would answer
 * one, which browsers show in their console whatever the page makes of it.
 */
export async function findSession(client: QueryClient): Promise<Session | undefined> {
  const known = client.getQueryData(sessionOptions.queryKey)
  if (known) return known
  const { session, event_marks } = await client.fetchQuery(api.getStart.queryOptions())
  if (!session) return undefined
  noteMarks(event_marks)
  client.setQueryData(sessionOptions.queryKey, session)
  return session
}

/** The signed-in person; only below a route that requires a session. */
export function useSession(): Session {
  return useSuspenseQuery(sessionOptions).data
}

/** The organization the page is about: the one chosen in this browser, else the first. */
export function useOrganization(): SessionOrganization {
  return currentOrganization(useSession())
}

/** As `useOrganization`, for loaders. */
export function currentOrganization(session: Session): SessionOrganization {
  const chosen = readStored(STORED_AS)
  const organization = session.organizations.find(({ id }) => id === chosen) ?? session.organizations[0]
  if (!organization) throw new Error('This account belongs to no organization.')
  return organization
}

export function chooseOrganization(id: string): void {
  writeStored(STORED_AS, id)
}

/** After signing in, from whichever screen. */
export function startSession(client: QueryClient, session: Session): void {
  forgetToken()
  client.setQueryData(sessionOptions.queryKey, session)
  sessionEnded.set(false)
}

/** After signing out: nothing the last person saw or wrote stays in memory or in this browser. */
export function endSession(client: QueryClient): void {
  forgetToken()
  removeStored(DRAFTS)
  forgetTab()
  client.clear()
  sessionEnded.set(false)
}
