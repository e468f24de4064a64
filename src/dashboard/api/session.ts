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

/** Query of the signed-in person, whose data changes only by signing in and out. */
export const sessionOptions = { ...api.getSession.queryOptions(), staleTime: Number.POSITIVE_INFINITY, retry: false }

/**
 * Returns the session, or undefined when nobody is signed in. The page asks this first at an endpoint that answers 200
 * either way: browsers log error answers, such as that of `GET /session`, to the console.
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

/** The session of the signed-in person. Only for components below a route that requires a session. */
export function useSession(): Session {
  return useSuspenseQuery(sessionOptions).data
}

/** The organization that the page shows: the one chosen in this browser, or else the first. */
export function useOrganization(): SessionOrganization {
  return currentOrganization(useSession())
}

/** The organization that the page shows, for loaders, where `useOrganization` can't be used. */
export function currentOrganization(session: Session): SessionOrganization {
  const chosen = readStored(STORED_AS)
  const organization = session.organizations.find(({ id }) => id === chosen) ?? session.organizations[0]
  if (!organization) throw new Error('This account belongs to no organization.')
  return organization
}

export function chooseOrganization(id: string): void {
  writeStored(STORED_AS, id)
}

/** Stores the new session after signing in on any screen. */
export function startSession(client: QueryClient, session: Session): void {
  forgetToken()
  client.setQueryData(sessionOptions.queryKey, session)
  sessionEnded.set(false)
}

/** Clears memory and browser storage of everything the person saw or wrote, after signing out. */
export function endSession(client: QueryClient): void {
  forgetToken()
  removeStored(DRAFTS)
  forgetTab()
  client.clear()
  sessionEnded.set(false)
}
