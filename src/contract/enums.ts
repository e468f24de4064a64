/* The words that database, server and clients share, without zod, for pages that need only the words. */

export const sourceTypes = ['text', 'qa', 'url', 'file'] as const
export const trainingStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export const identityModes = ['off', 'optional', 'required'] as const
export const conversationStatuses = ['open', 'closed'] as const
export const responseModes = ['ai', 'human'] as const
export const origins = ['public_api', 'widget', 'email'] as const
export const messageRoles = ['assistant', 'visitor', 'human'] as const
/**
 * The views of the inbox; all but `closed` list open conversations. `mine`: assigned to the asking member;
 * `for_me`: the asking member
 * wrote in it, or was mentioned or assigned; `unassigned`: the visitor waits for a person and nobody is assigned; `open`: all that people answer; `ai`: all that
 * the AI answers. A snoozed conversation is in `snoozed` alone.
 */
export const inboxViews = ['mine', 'for_me', 'unassigned', 'open', 'ai', 'snoozed', 'closed'] as const
/**
 * What a member is told of. `visitor_wrote`: in a conversation that is theirs and that they do not have open; `waiting`:
 * a visitor has waited for a minute and nobody is assigned; `note`: in a conversation that they follow, which they wrote
 * in, or were mentioned in or assigned; `alarm`, owners of the first organization alone: something is wrong with the server,
 * or is over. Owners and admins alone: `check_broke`, `plan_waiting`, and `account_failing`: a webhook endpoint was switched
 * off, as its receiver fails, or a mailbox can't send or fetch mail, or the AI mails too much from it.
 */
export const notificationKinds = [
  ...(['mention', 'assigned', 'visitor_wrote', 'waiting', 'note'] as const),
  ...(['check_broke', 'plan_waiting', 'account_failing', 'alarm'] as const),
] as const
/** Ways in which a member is told: their list, this browser's notifications and sound, mail, and messages pushed. */
export const notificationChannels = ['list', 'desktop', 'sound', 'mail', 'push'] as const
/** `newest`: latest activity first. `waiting`: longest wait first, then as `newest`; only in views people answer. */
export const inboxSorts = ['newest', 'waiting'] as const
export const threadEventTypes = [
  ...(['note_deleted', 'handed_over', 'given_back', 'closed', 'reopened'] as const),
  ...(['assigned', 'labelled', 'snoozed', 'woken', 'bounced', 'linked'] as const),
] as const
/** Who wrote or did something in a conversation; `system` is the server itself, which acts on settings and limits. */
export const threadAuthorTypes = ['visitor', 'ai', 'member', 'key', 'system'] as const
/** Why a conversation went from the AI to people, where no person took it over. */
export const handOverReasons = ['asked_for_person', 'no_answer', 'model_failed', 'people_only', 'no_credits'] as const
/** Why people have a conversation: for one of those reasons, or because a person took it over unasked. */
export const heldForReasons = [...handOverReasons, 'taken_over'] as const
export type HeldFor = (typeof heldForReasons)[number]
/** How sure the built-in model must be before it answers, from surest to least sure. */
export const answerThresholds = ['cautious', 'balanced', 'bold'] as const
/** What the AI did about a message. `unknown`: it said that it does not know. */
/** What an AI does that does not know: it offers the visitor a person, or hands over. */
export const handOverModes = ['offer', 'at_once'] as const
export type HandOverMode = (typeof handOverModes)[number]

export const answerDecisions = ['answered', 'unknown', 'handed_over'] as const
/**
 * Why the AI did not answer from the sources. `no_passage`: no passage is near enough to the question; `not_supported`:
 * some are, but none supports an answer; `action`: it asks for a form to be filled in; `model_failed`: the call of a
 * provider's model failed and the built-in model, asked instead, found no answer, or no reply could be made at all;
 * `leaked`: the reply of a provider's model repeated its prompt, and was discarded.
 */
export const answerReasons = [
  'no_passage',
  'not_supported',
  'asked_for_person',
  'action',
  'model_failed',
  'leaked',
] as const
/**
 * How a provider's reply is held to what its model was given. `strict`: what that does not bear out is left out; `marked`:
 * it is kept, and shown to people as unsupported; `off`: nothing is checked.
 */
export const verifications = ['strict', 'marked', 'off'] as const
export type Verification = (typeof verifications)[number]
/** What became of a sentence of a verified reply. `exempt`: it states nothing, such as a greeting or a question back. */
export const sentenceVerdicts = ['supported', 'unsupported', 'exempt', 'dropped'] as const
/**
 * `taught`: the agent was taught the answer; `dismissed`: it need not know it; `answered_now`: asked again after a
 * training, it knew the answer by itself. If asked in vain again, any of them becomes `open`.
 */
export const gapStates = ['open', 'taught', 'dismissed', 'answered_now'] as const
/** How far a proof is. `pending`: the questions are being asked, or the source is being trained. */
export const proofStatuses = ['pending', 'done', 'failed'] as const
/**
 * How teaching has changed the reply to a question. `proved`: answered from what was taught, and not just as before;
 * `still_unknown`: answered neither before nor now; `cites_other`: answered just as before, or answered for the first
 * time but from another source; `changed`: answered before, and now otherwise or not at all. A question that was not to
 * be taught, such as another visitor's, is `proved` only if it was not answered before.
 */
export const proofVerdicts = ['proved', 'still_unknown', 'cites_other', 'changed'] as const
/** The statuses of a job whose progress a client follows. */
export const jobStatuses = ['pending', 'done', 'failed'] as const
/**
 * What would become of an answer. `same`: it would be given again, word for word; `changed`: it would not, or nothing
 * is left of what it cites; `unknown`: a provider's model would have to be paid to find out.
 */
export const impactVerdicts = ['same', 'changed', 'unknown'] as const
/** What can be done to many sources at once. */
export const sourceBulkActs = ['retrain', 'delete'] as const
export const gapSorts = ['count', 'last'] as const
/** What a check of an agent expects of its reply. */
export const checkExpectations = ['answers', 'refuses', 'hands_over'] as const
/** How far a run of an agent's checks is. `skipped`: a provider would have been paid, and nobody was there to agree. */
export const checkRunStatuses = ['pending', 'done', 'failed', 'skipped'] as const
/**
 * What starts a run. `manual`: a member; `training`: a change of the agent's knowledge; `command`: the command line.
 */
export const checkRunTriggers = ['manual', 'training', 'command'] as const
export const pageChanges = ['added', 'changed', 'gone'] as const
/** The colours of labels; the theme says how each looks in light and dark. */
export const labelColors = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const
export const availabilities = ['available', 'away'] as const
export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

export const ratingScores = ['good', 'bad'] as const
/** The jobs that can be done with the stored data of visitors, and their statuses. */
export const visitorJobKinds = ['export', 'erase'] as const
export const visitorJobStatuses = ['pending', 'done', 'failed'] as const

export type NotificationKind = (typeof notificationKinds)[number]
export type NotificationChannel = (typeof notificationChannels)[number]
export type AnswerThreshold = (typeof answerThresholds)[number]
export type AnswerDecision = (typeof answerDecisions)[number]
export type AnswerReason = (typeof answerReasons)[number]
export type GapState = (typeof gapStates)[number]
export type ProofVerdict = (typeof proofVerdicts)[number]
export type ImpactVerdict = (typeof impactVerdicts)[number]
export type SourceBulkAct = (typeof sourceBulkActs)[number]
export type JobStatus = (typeof jobStatuses)[number]
export type CheckExpectation = (typeof checkExpectations)[number]
export type CheckRunStatus = (typeof checkRunStatuses)[number]
export type CheckRunTrigger = (typeof checkRunTriggers)[number]
export type PageChange = (typeof pageChanges)[number]
export type SourceType = (typeof sourceTypes)[number]
export type TrainingStatus = (typeof trainingStatuses)[number]
export type IdentityMode = (typeof identityModes)[number]
export type ConversationStatus = (typeof conversationStatuses)[number]
export type ResponseMode = (typeof responseModes)[number]
export type Origin = (typeof origins)[number]
export type MessageRole = (typeof messageRoles)[number]
export type InboxView = (typeof inboxViews)[number]
export type InboxSort = (typeof inboxSorts)[number]
export type ThreadEntryType = 'note' | (typeof threadEventTypes)[number]
export type ThreadAuthorType = (typeof threadAuthorTypes)[number]
export type HandOverReason = (typeof handOverReasons)[number]
export type Availability = (typeof availabilities)[number]
export type LabelColor = (typeof labelColors)[number]
export type VisitorJobKind = (typeof visitorJobKinds)[number]
export type VisitorJobStatus = (typeof visitorJobStatuses)[number]
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export type RatingScore = (typeof ratingScores)[number]

/** When the installation needs somebody. */
export const alarmRules = [
  ...(['backup_old', 'disk_low', 'jobs_late', 'model_failing'] as const),
  ...(['mailbox_failing', 'webhook_off', 'certificate_ending', 'errors_many'] as const),
]
export type AlarmRule = (typeof alarmRules)[number]
