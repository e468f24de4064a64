/**
 * Re-exports the settings cards with form validation. The page shows them together, so the build puts them into one
 * file.
 */
export { GeneralCard } from './general-card.tsx'
export { VoiceCard } from './voice-card.tsx'
