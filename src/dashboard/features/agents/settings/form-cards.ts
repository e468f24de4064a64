/**
 * Re-exports the settings cards that are loaded after the page's first view: those with form validation, and two that
 * stand among them. The page shows them together, so the build puts them into one file.
 */
export { GeneralCard } from './general-card.tsx'
export { IdentityCard } from './identity-card.tsx'
export { ThresholdCard } from './threshold-card.tsx'
export { VoiceCard } from './voice-card.tsx'
