/**
 * Re-exports settings cards with form validation. One module for all of them makes the build put them into one file.
 */
export { EmailCard } from './email-card.tsx'
export { NameCard } from './name-card.tsx'
export { OrganizationCard } from './organization-card.tsx'
export { PasswordCard } from './password-card.tsx'
