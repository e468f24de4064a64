import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { AgentTables } from './tables/agents.ts'
import type { AlarmTables } from './tables/alarms.ts'
import type { AttachmentTables } from './tables/attachments.ts'
import type { CheckTables } from './tables/checks.ts'
import type { ConversationTables } from './tables/conversations.ts'
import type { GapTables } from './tables/gaps.ts'
import type { ImpactTables } from './tables/impacts.ts'
import type { MailTables } from './tables/mail.ts'
import type { ModelTables } from './tables/models.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OrganizationTables } from './tables/organizations.ts'
import type { OverviewTables } from './tables/overview.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ProofTables } from './tables/proofs.ts'
import type { SearchTables } from './tables/search.ts'
import type { SiteTables } from './tables/sites.ts'
import type { WebhookTables } from './tables/webhooks.ts'

export type { Flag, Json } from './tables/types.ts'

/** The tables that both databases have. */
export interface Tables
  extends AccountTables,
    OrganizationTables,
    AgentTables,
    AlarmTables,
    AttachmentTables,
    CheckTables,
    ConversationTables,
    GapTables,
    ImpactTables,
    MailTables,
    ModelTables,
    NotificationTables,
    OverviewTables,
    ProofTables,
    SearchTables,
    SiteTables,
    WebhookTables,
    PlatformTables {}

/** What queries run on: the database or a transaction. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
