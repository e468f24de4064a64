export { authenticateSession, authenticateSessionToken } from './authenticate-session.ts'
