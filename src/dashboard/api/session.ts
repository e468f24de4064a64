import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { currentPermissions } from '#dashboard/lib/permissions.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'
import { dropWritten, keepWrittenFor } from '#dashboard/lib/written.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { sessionEnded } from './session-state.ts'
import { forgetToken } from './session-token.ts'
import { noteMarks } from './stream-state.ts'
import type { Answer } from './types.ts'

export type Session = Answer<'getSession'>
type SessionOrganization = Session['organizations'][number]

const STORED_AS = 'organization'

/** The store of this tab's organization. It is looked up each time, as signing out removes it. */
const ofTab = () => tabStore<string | undefined>(STORED_AS, undefined)

/**
 * Who is signed in. It never becomes stale by age: signing in sets it, signing out and confirming a new e-mail address
 * drop it, and other changes of the account, of a member or of the organization mark it as stale.
 */
export const sessionOptions = queryOptions({
  ...api.getSession.queryOptions(),
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Reads the session. If it lacks the tab's organization, loads the start page, so that nothing of that one stays. */
async function readSession({ signal }: { signal: AbortSignal }): Promise<Session> {
  const session = await call('getSession', undefined, { signal })
  const { organizationId } = standing.get()
  if (!organizationId || session.organizations.some(({ id }) => id === organizationId)) return session
  window.location.assign('/')
  return new Promise(() => {}) // never settles, as the page is being left
}

/** Undefined when nobody is signed in. Asks an endpoint that always answers 200 first, as browsers log errors. */
export async function findSession(client: QueryClient): Promise<Session | undefined> {
  const known = client.getQueryData(sessionOptions.queryKey)
  if (known) return known
  const { session, event_marks, own_settings } = await client.fetchQuery(api.getStart.queryOptions())
  if (!session) return undefined
  takeOver(session)
  noteMarks(event_marks)
  for (const organization of Object.keys(own_settings))
    client.setQueryData(api.getOwnMember.key({ params: { organization } }), own_settings[organization])
  client.setQueryData(sessionOptions.queryKey, session)
  return session
}

/** The session of the signed-in person. Only for components below a route that requires a session. */
export function useSession(): Session {
  return useSuspenseQuery(sessionOptions).data
}

/** The organization that this tab shows (`currentOrganization`). @throws Error for somebody who belongs to none */
export function useOrganization(): SessionOrganization {
  const organization = currentOrganization(useSession())
  if (!organization) throw new Error('This account belongs to no organization.')
  return organization
}

/**
 * The one chosen in this tab, which lasts over a reload; else last in this browser; else the first. Undefined if none.
 */
export function currentOrganization({ organizations }: Session): SessionOrganization | undefined {
  const find = (chosen: string | undefined) => organizations.find(({ id }) => id === chosen)
  return find(ofTab().get()) ?? find(readStored(STORED_AS)) ?? organizations[0]
}

/** Stores the tab's organization and the person's role, by which `permissions.ts` decides. */
export function stand({ id: organizationId, role, responders_teach, runs_server }: SessionOrganization): void {
  ofTab().set(organizationId)
  const now = standing.get()
  const mayTeach = role !== 'responder' || responders_teach
  const next = { organizationId, role, mayTeach, runsServer: runs_server === true }
  if (Object.entries(next).some(([name, value]) => now[name as keyof typeof next] !== value)) standing.set(next)
}

/** Refuses a screen whose operation the person's role does not allow. @throws ApiError 403 `role_too_low` */
export function requireRoleFor(name: RouteName): void {
  if (currentPermissions().may(name)) return
  throw new ApiError({ status: 403, code: 'role_too_low', message: 'Your role does not allow this.' })
}

/** Stores which organization this tab shows, and tabs that are opened from now on. */
export function chooseOrganization(id: string): void {
  ofTab().set(id)
  writeStored(STORED_AS, id)
}

/** Drops texts that somebody else left unsent in this browser. */
export function takeOver({ user }: Session): void {
  keepWrittenFor(user.id, 'localStorage')
  keepWrittenFor(user.id, 'sessionStorage')
}

export function startSession(client: QueryClient, session: Session): void {
  takeOver(session)
  forgetToken()
  client.setQueryData(sessionOptions.queryKey, session)
  sessionEnded.set(false)
}

/** After signing out, drops the bearer token, all cached answers, unsent texts and the like. */
export function endSession(client: QueryClient): void {
  forgetToken()
  dropWritten('localStorage')
  dropWritten('sessionStorage')
  client.clear()
  sessionEnded.set(false)
}

/** Options of the mutation that ends this browser's session; without `onSignedOut`, it goes to the sign-in page. */
export const signOutOptions = (client: QueryClient, onSignedOut = () => window.location.assign('/sign-in')) => ({
  ...api.signOut.mutationOptions(),
  onSuccess: () => {
    endSession(client)
    onSignedOut()
  },
})
