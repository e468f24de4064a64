export { authenticateSession, authenticateSessionToken } from './authenticate-session.ts'
export { findSession } from './end-session.ts'
export { pruneSessions } from './sign-in.ts'
