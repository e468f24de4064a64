import type { Route } from '../route.ts'
import { get, post } from './route-of.ts'

const CONVERSATION = '/agents/{agent}/conversations/{conversation}'

export const mailRoutes = {
  listParticipants: get(`${CONVERSATION}/participants`, 'responder'),
  addParticipant: post(`${CONVERSATION}/participants`, 'responder', 'none'),
} as const satisfies Record<string, Route>
