import type { Route } from '../route.ts'
import { create, get, patch, post, remove, start, tell } from './route-of.ts'

/** Setting up, signing in and out, and one’s own account. */
export const accountRoutes = {
  getSetup: get('/setup', 'anybody', { session: 'none' }),
  getStart: get('/start', 'anybody', { session: 'none' }),
  setUp: create('/setup', 'anybody', { session: 'none' }),
  signUp: create('/sign-up', 'anybody', { session: 'none' }),
  signIn: post('/session', 'anybody', { session: 'none' }),
  getSession: get('/session', 'anybody'),
  signOut: remove('/session', 'anybody'),
  createSessionToken: create('/session/token', 'anybody'),
  listSessions: get('/sessions', 'anybody'),
  endSession: remove('/sessions/{session}', 'anybody'),

  updateAccount: patch('/account', 'anybody'),
  confirmEmail: tell('/account/email/confirm', 'anybody', { session: 'none' }),
  getTwoFactor: get('/account/two-factor', 'anybody'),
  startTwoFactor: create('/account/two-factor', 'anybody'),
  confirmTwoFactor: post('/account/two-factor/confirm', 'anybody'),
  endTwoFactor: remove('/account/two-factor', 'anybody'),
  requestPasswordReset: start('/password-resets', 'anybody', { session: 'none' }),
  usePasswordReset: tell('/password-resets/use', 'anybody', { session: 'none' }),
} as const satisfies Record<string, Route>
