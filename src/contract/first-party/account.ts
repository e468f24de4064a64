import type { Route } from '../route.ts'
import { create, get, patch, post, remove, start, tell } from './route-of.ts'

export const accountRoutes = {
  getSetup: get('/setup', 'anybody', { session: 'none' }),
  getStart: get('/start', 'anybody', { session: 'none' }),
  setUp: create('/setup', 'anybody', 'session.created', { session: 'none' }),
  signUp: create('/sign-up', 'anybody', 'session.created', { session: 'none' }),
  signIn: post('/session', 'anybody', 'session.created', { session: 'none' }),
  getSession: get('/session', 'anybody'),
  getSystem: get('/system', 'anybody'),
  signOut: remove('/session', 'anybody', 'none'),
  createSessionToken: create('/session/token', 'anybody', 'none'),
  listSessions: get('/sessions', 'anybody'),
  endSession: remove('/sessions/{session}', 'anybody', 'none'),

  updateAccount: patch('/account', 'anybody', 'password.changed'),
  confirmEmail: tell('/account/email/confirm', 'anybody', 'none', { session: 'none' }),
  getTwoFactor: get('/account/two-factor', 'anybody'),
  startTwoFactor: create('/account/two-factor', 'anybody', 'none'),
  confirmTwoFactor: post('/account/two-factor/confirm', 'anybody', 'two_factor.enabled'),
  endTwoFactor: remove('/account/two-factor', 'anybody', 'two_factor.disabled'),
  requestPasswordReset: start('/password-resets', 'anybody', 'none', { session: 'none' }),
  usePasswordReset: tell('/password-resets/use', 'anybody', ['password.changed', 'two_factor.disabled'], {
    session: 'none',
  }),
} as const satisfies Record<string, Route>
