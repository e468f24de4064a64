/** Requests allowed per minute and rate class, unless the operator configures others. */
export const rateLimits = { read: 120, write: 60, training: 20, polling: 200 } as const

export type RateClass = keyof typeof rateLimits

/** A visitor's requests per minute. `message`, `request`: per session; `conversation`, `session`: per network. */
export const visitorRates = { message: 20, request: 120, conversation: 10, session: 60 } as const

export type VisitorRateClass = keyof typeof visitorRates

/**
 * Bounds of the contract's fields and of what is kept, upper ones unless the name says `Minimum`: lengths of texts in
 * Unicode code points after trimming (of passwords: in UTF-16 units, untrimmed), numbers of entries, times in the unit
 * that the name says, and sizes (`…Bytes`) in bytes.
 */
export const limits = {
  closeQuietHours: 720,
  agentName: 255,
  agentDescription: 5_000,
  agentInstructions: 10_000,
  agentGreeting: 1_000,
  disabledReason: 500,
  sourceText: 50_000,
  sourceTitle: 255,
  questionsPerSource: 1_000,
  question: 1_000,
  answer: 10_000,
  urlsPerRequest: 100,
  url: 2_048,
  chatUserId: 255,
  messageContent: 10_000,
  /** Messages and events of a visitor's conversation that one answer holds. */
  visitorItems: 200,
  noteContent: 10_000,
  noteMentions: 100,
  visitorsAtOnce: 100,
  playgroundMessages: 100,
  checkFacts: 20,
  checkAlternatives: 20,
  checkFact: 255,
  /** Globs in a website's `include` or `exclude`. */
  globs: 50,
  glob: 200,
  planPages: 10_000,
  planFolders: 1_000,
  sourcesAtOnce: 1_000,
  apiKeyName: 100,
  organizationName: 255,
  personName: 255,
  retentionDaysMinimum: 30,
  retentionDaysMaximum: 3_650,
  mailAfterMinutes: 120,
  searchQuery: 200,
  labelName: 50,
  labels: 200,
  savedReplyTitle: 100,
  conversationsPerChange: 100,
  email: 254,
  passwordMinimum: 10,
  passwordMaximum: 1_000,
  twoFactorCode: 40,
  actionSlug: 64,
  actionFields: 20,
  webhookEndpoints: 20,
  modelAccounts: 10,
  modelAccountName: 100,
  accountModels: 20,
  modelSlug: 200,
  modelKey: 1_000,
  mailboxes: 20,
  mailboxName: 255,
  mailboxAliases: 20,
  mailFolder: 255,
  mailSignature: 2_000,
  mailRecipients: 50,
  mailSubject: 500,
  undoSeconds: 30,
  mailFiles: 20,
  mailBytes: 25 * 1_048_576,
  widgetOrigins: 50,
  starters: 6,
  starter: 100,
  awayText: 1_000,
  launcherText: 30,
  logoBytes: 200 * 1024,
  aiRepliesPerDay: 100_000,
  ratingComment: 1_000,
  jsonBodyBytes: 1_048_576,
  fileBytes: 20 * 1_048_576,
  visitorFileBytes: 10 * 1_048_576,
  filesPerMessage: 5,
} as const

/** The quantities that an organization's plan limits; the operator sets them with `PLAN_QUOTAS`. */
export const quotaNames = ['text_characters', 'urls', 'document_bytes', 'message_credits', 'crawl_links'] as const
export type QuotaName = (typeof quotaNames)[number]

export const planNames = ['free', 'premium', 'promotional'] as const
export type Plan = (typeof planNames)[number]
