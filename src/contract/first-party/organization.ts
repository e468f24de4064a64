import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

export const organizationRoutes = {
  getOrganization: get('/organizations/{organization}', 'owner'),
  updateOrganization: patch('/organizations/{organization}', 'owner', ['organization.changed', 'plan.changed']),
  listApiKeys: get('/organizations/{organization}/api-keys', 'owner'),
  createApiKey: create('/organizations/{organization}/api-keys', 'owner', 'api_key.created'),
  revokeApiKey: remove('/organizations/{organization}/api-keys/{key}', 'owner', 'api_key.revoked'),

  listMembers: get('/organizations/{organization}/members', 'responder'),
  getOwnMember: get('/organizations/{organization}/members/me', 'responder'),
  updateOwnMember: patch('/organizations/{organization}/members/me', 'responder', 'none'),
  updateMember: patch('/organizations/{organization}/members/{user}', 'admin', [
    'member.role_changed',
    'api_key.revoked',
  ]),
  // Every member may leave. Whether a member may remove another one depends on the roles of both.
  removeMember: remove('/organizations/{organization}/members/{user}', 'responder', [
    'member.removed',
    'api_key.revoked',
  ]),
  listInvitations: get('/organizations/{organization}/invitations', 'admin'),
  createInvitation: create('/organizations/{organization}/invitations', 'admin', 'invitation.created'),
  revokeInvitation: remove('/organizations/{organization}/invitations/{invitation}', 'admin', 'invitation.revoked'),
  lookAtInvitation: post('/invitations/look', 'anybody', 'none', { session: 'none' }),
  acceptInvitation: create('/invitations/accept', 'anybody', ['invitation.accepted', 'session.created'], {
    session: 'none',
  }),

  listAuditLog: get('/organizations/{organization}/audit-log', 'admin'),
  downloadAuditLog: get('/organizations/{organization}/audit-log.csv', 'admin', { file: 'text/csv' }),
} as const satisfies Record<string, Route>
