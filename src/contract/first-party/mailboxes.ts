import type { Route } from '../route.ts'
import { create, get, patch, post, remove, start } from './route-of.ts'

export const mailboxRoutes = {
  listMailboxes: get('/organizations/{organization}/mailboxes', 'responder'),
  createMailbox: create('/organizations/{organization}/mailboxes', 'admin', 'mailbox.created'),
  testMailbox: post('/organizations/{organization}/mailboxes/test', 'admin', 'none', { repeatable: true }),
  listMailProviders: get('/organizations/{organization}/mailboxes/oauth', 'admin'),
  startMailGrant: create('/organizations/{organization}/mailboxes/oauth', 'admin', 'none'),
  getMailbox: get('/organizations/{organization}/mailboxes/{mailbox}', 'responder'),
  updateMailbox: patch('/organizations/{organization}/mailboxes/{mailbox}', 'admin', 'mailbox.changed'),
  deleteMailbox: remove('/organizations/{organization}/mailboxes/{mailbox}', 'admin', 'mailbox.deleted'),
  verifyMailbox: start('/organizations/{organization}/mailboxes/{mailbox}/verify', 'admin', 'none'),
  getMailboxVerification: get('/organizations/{organization}/mailboxes/{mailbox}/verification', 'admin'),
  listUnfetchedMails: get('/organizations/{organization}/mailboxes/{mailbox}/unfetched', 'admin'),
  renewInboundUrl: create('/organizations/{organization}/mailboxes/{mailbox}/inbound-url', 'admin', 'mailbox.changed'),
} as const satisfies Record<string, Route>
