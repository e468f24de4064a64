export { authenticateSession, authenticateSessionToken } from './authenticate-session.ts'
export { pruneSessions } from './sign-in.ts'
