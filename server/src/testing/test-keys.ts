/** With these settings a server under test writes no keys to a data folder. */
export const testKeyEnvironment = {
  SECRET_KEY: 'a secret key that is only for tests, long enough',
  VAPID_PUBLIC_KEY: 'BADVYY8wo7yRqFcjbQINDSukZYBbOdPaRhXyDKELiMS8zeXpJ1BlP0kJcqcnA8q1cyfkHPJow8yY4_5fXiE5F2k',
  VAPID_PRIVATE_KEY: '7S2CbsMjsF6PUHloHT6ITXIOUs-KUPUlIco73fHh__o',
}
