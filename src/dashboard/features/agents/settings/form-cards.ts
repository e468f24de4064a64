/**
 * Re-exports the settings cards that are loaded after the page's first view: the two with form validation, and three that
 * are shown beside them. One module for all of them makes the build put them into one file.
 */
export { GeneralCard } from './general-card.tsx'
export { IdentityCard } from './identity-card.tsx'
export { ThresholdCard } from './threshold-card.tsx'
export { VerificationCard } from './verification-card.tsx'
export { VoiceCard } from './voice-card.tsx'
