/** Requests allowed per minute and rate class, unless the operator configures others. */
export const rateLimits = { read: 120, write: 60, training: 20, polling: 200 } as const

export type RateClass = keyof typeof rateLimits

/**
 * What a visitor of a website may do in a minute: messages and other requests count for each visitor's session, new
 * conversations and sessions for each address.
 */
export const visitorRates = { message: 20, request: 120, conversation: 10, session: 60 } as const

export type VisitorRateClass = keyof typeof visitorRates

/** Upper bounds of the contract's fields: lengths in Unicode code points after trimming, sizes in bytes. */
export const limits = {
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
  /** What one answer holds of a visitor's conversation. */
  visitorItems: 200,
  noteContent: 10_000,
  noteMentions: 100,
  /** Visitors that are exported or erased with one request. */
  visitorsAtOnce: 100,
  playgroundMessages: 100,
  /** An agent's checks. */
  checks: 1_000,
  checkFacts: 20,
  checkAlternatives: 20,
  checkFact: 255,
  /** The runs of an agent's checks that are kept. */
  checkRuns: 100,
  /** The proofs of what an agent was taught that are kept. */
  proofs: 100,
  /** What of a website is wanted: patterns of paths. */
  globs: 50,
  glob: 200,
  planPages: 10_000,
  planFolders: 1_000,
  /** The answers that are looked at before something is taken away, the latest ones. */
  impactAnswers: 5_000,
  /** The sources that one request names. */
  sourcesAtOnce: 1_000,
  apiKeyName: 100,
  organizationName: 255,
  personName: 255,
  retentionDaysMinimum: 30,
  retentionDaysMaximum: 3_650,
  invitationsPerDay: 100,
  mailAfterMinutes: 120,
  searchQuery: 200,
  labelName: 50,
  labels: 200,
  savedReplyTitle: 100,
  /** A member's in one organization. */
  savedReplies: 500,
  conversationsPerChange: 100,
  email: 254,
  passwordMinimum: 10,
  passwordMaximum: 1_000,
  twoFactorCode: 40,
  actionSlug: 64,
  actionFields: 20,
  webhookEndpoints: 20,
  widgetOrigins: 50,
  starters: 6,
  starter: 100,
  awayText: 1_000,
  launcherText: 30,
  aiRepliesPerDay: 100_000,
  ratingComment: 1_000,
  jsonBodyBytes: 1_048_576,
  fileBytes: 20 * 1_048_576,
} as const

/** The quantities that an organization's plan limits; the operator sets them with `PLAN_QUOTAS`. */
export const quotaNames = ['text_characters', 'urls', 'document_bytes', 'message_credits', 'crawl_links'] as const
export type QuotaName = (typeof quotaNames)[number]

export const planNames = ['free', 'premium', 'promotional'] as const
export type Plan = (typeof planNames)[number]
