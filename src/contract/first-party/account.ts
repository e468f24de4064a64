import type { Route } from '../route.ts'

/** Setting up, signing in and out, and one’s own account. */
export const accountRoutes = {
  getSetup: { api: 'first-party', method: 'GET', path: '/setup', status: 200, role: 'anybody', session: 'none' },
  getStart: { api: 'first-party', method: 'GET', path: '/start', status: 200, role: 'anybody', session: 'none' },
  setUp: {
    api: 'first-party',
    method: 'POST',
    path: '/setup',
    status: 201,
    role: 'anybody',
    session: 'none',
  },
  signUp: { api: 'first-party', method: 'POST', path: '/sign-up', status: 201, role: 'anybody', session: 'none' },
  signIn: { api: 'first-party', method: 'POST', path: '/session', status: 200, role: 'anybody', session: 'none' },
  getSession: { api: 'first-party', method: 'GET', path: '/session', status: 200, role: 'anybody' },
  signOut: { api: 'first-party', method: 'DELETE', path: '/session', status: 204, role: 'anybody' },
  createSessionToken: { api: 'first-party', method: 'POST', path: '/session/token', status: 201, role: 'anybody' },
  listSessions: { api: 'first-party', method: 'GET', path: '/sessions', status: 200, role: 'anybody' },
  endSession: {
    api: 'first-party',
    method: 'DELETE',
    path: '/sessions/{session}',
    status: 204,
    role: 'anybody',
  },

  updateAccount: { api: 'first-party', method: 'PATCH', path: '/account', status: 200, role: 'anybody' },
  confirmEmail: {
    api: 'first-party',
    method: 'POST',
    path: '/account/email/confirm',
    status: 204,
    role: 'anybody',
    session: 'none',
  },
  getTwoFactor: { api: 'first-party', method: 'GET', path: '/account/two-factor', status: 200, role: 'anybody' },
  startTwoFactor: { api: 'first-party', method: 'POST', path: '/account/two-factor', status: 201, role: 'anybody' },
  confirmTwoFactor: {
    api: 'first-party',
    method: 'POST',
    path: '/account/two-factor/confirm',
    status: 200,
    role: 'anybody',
  },
  endTwoFactor: { api: 'first-party', method: 'DELETE', path: '/account/two-factor', status: 204, role: 'anybody' },
  requestPasswordReset: {
    api: 'first-party',
    method: 'POST',
    path: '/password-resets',
    status: 202,
    role: 'anybody',
    session: 'none',
  },
  usePasswordReset: {
    api: 'first-party',
    method: 'POST',
    path: '/password-resets/use',
    status: 204,
    role: 'anybody',
    session: 'none',
  },
} as const satisfies Record<string, Route>
