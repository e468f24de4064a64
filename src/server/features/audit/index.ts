export { pruneAuditLog } from './prune-audit-log.ts'
export { recordAudit } from './record-audit.ts'
