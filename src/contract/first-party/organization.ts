import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

/** An organization: its name and hours, keys, members, invitations and audit log. */
export const organizationRoutes = {
  getOrganization: get('/organizations/{organization}', 'owner'),
  updateOrganization: patch('/organizations/{organization}', 'owner'),
  listApiKeys: get('/organizations/{organization}/api-keys', 'owner'),
  createApiKey: create('/organizations/{organization}/api-keys', 'owner'),
  revokeApiKey: remove('/organizations/{organization}/api-keys/{key}', 'owner'),

  listMembers: get('/organizations/{organization}/members', 'responder'),
  getOwnMember: get('/organizations/{organization}/members/me', 'responder'),
  updateOwnMember: patch('/organizations/{organization}/members/me', 'responder'),
  updateMember: patch('/organizations/{organization}/members/{user}', 'admin'),
  // Anybody may leave; whom else one may remove is decided by both roles.
  removeMember: remove('/organizations/{organization}/members/{user}', 'responder'),
  listInvitations: get('/organizations/{organization}/invitations', 'admin'),
  createInvitation: create('/organizations/{organization}/invitations', 'admin'),
  revokeInvitation: remove('/organizations/{organization}/invitations/{invitation}', 'admin'),
  lookAtInvitation: post('/invitations/look', 'anybody', { session: 'none' }),
  acceptInvitation: create('/invitations/accept', 'anybody', { session: 'none' }),

  listAuditLog: get('/organizations/{organization}/audit-log', 'admin'),
  downloadAuditLog: get('/organizations/{organization}/audit-log.csv', 'admin', { file: 'text/csv' }),
} as const satisfies Record<string, Route>
