import type { Route } from './route.ts'
import { routesOf } from './route-of.ts'

const { create, get, patch, post, start, tell } = routesOf('widget')

/** The routes that the chat on a website calls. All but those with `session: 'none'` need a visitor's token. */
export const widgetRoutes = {
  getWidget: get('/agents/{agent}', 'anybody', { session: 'none', maxAge: 60 }),
  startVisit: create('/agents/{agent}/sessions', 'anybody', { existing: 200, session: 'none', visitorRate: 'session' }),
  readVisit: get('/conversation', 'anybody', { visitorRate: 'request' }),
  writeMessage: create('/messages', 'anybody', { existing: 200, visitorRate: 'message', repeatable: true }),
  uploadFile: create('/attachments', 'anybody', { visitorRate: 'request', repeatable: true }),
  readFile: get('/attachments/{id}', 'anybody', { visitorRate: 'request', file: 'application/octet-stream' }),
  fillInAction: post('/messages/{id}/action-result', 'anybody', { visitorRate: 'request' }),
  declineOffer: tell('/messages/{id}/decline', 'anybody', { visitorRate: 'request', repeatable: true }),
  askForPerson: start('/hand-over', 'anybody', { visitorRate: 'request', repeatable: true }),
  handBack: start('/hand-back', 'anybody', { visitorRate: 'request', repeatable: true }),
  updateVisitor: patch('/visitor', 'anybody', { visitorRate: 'request' }),
  rate: post('/rating', 'anybody', { visitorRate: 'request', repeatable: true }),
  tellTyping: tell('/typing', 'anybody', { visitorRate: 'request', repeatable: true }),
  markRead: tell('/read', 'anybody', { visitorRate: 'request', repeatable: true }),
} as const satisfies Record<string, Route>
