import { expect, test } from 'vitest'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { readConfig } from './config.ts'

const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+447700900001' }
const vapid = {
  VAPID_PUBLIC_KEY: testKeyEnvironment.VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY: testKeyEnvironment.VAPID_PRIVATE_KEY,
}
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'gaffer@example.com' }

test('an empty environment gives development defaults: loopback, embedded database and fake providers', () => {
  expect(readConfig({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    trustProxy: false,
    google: null,
    spotify: null,
    faked: { sms: true, mail: true, google: true, spotify: true, push: false },
    smsLimits: { perAddressHour: Infinity, perDay: Infinity },
    mailPerDay: Infinity,
    vapidKeys: null,
    vapidSubject: null,
    noticeSettleSeconds: 60,
    quietHours: { from: '22:00', to: '08:00' },
    smsNotices: false,
    songLists: 'soon',
    operatorEmail: null,
    allowPrivateFetch: false,
    rateLimit: true,
  })
})

test('with Twilio the default SMS limits are 20 an hour per IP address and 200 a day, and SMS_PER_DAY=off removes the daily limit', () => {
  const config = readConfig({ SMS_PROVIDER: 'twilio', ...twilio })
  expect(config.smsLimits).toEqual({ perAddressHour: 20, perDay: 200 })
  expect(config.twilio).toMatchObject({ apiUrl: 'https://api.twilio.com' })
  expect(readConfig({ SMS_PROVIDER: 'twilio', ...twilio, SMS_PER_DAY: 'off' }).smsLimits.perDay).toBe(Infinity)
})

test('MAIL_PER_DAY is 1000 by default with a mail server, and can be set to a number or off', () => {
  expect(readConfig(mail).mailPerDay).toBe(1000)
  expect(readConfig({ ...mail, MAIL_PER_DAY: '50' }).mailPerDay).toBe(50)
  expect(readConfig({ ...mail, MAIL_PER_DAY: 'off' }).mailPerDay).toBe(Infinity)
  expect(readConfig({ MAIL_PER_DAY: '50' }).mailPerDay).toBe(50)
})

test('Google sign-in uses accounts.google.com if the Google credentials are set, and is off in production without them', () => {
  const production = { NODE_ENV: 'production', ...twilio, ...mail }
  expect(readConfig(production)).toMatchObject({ google: null, faked: { google: false } })
  const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const google = { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' }
  for (const environment of [client, { ...production, ...client }]) {
    expect(readConfig(environment)).toMatchObject({ google, faked: { google: false } })
  }
})

test('the Spotify connection uses spotify.com if the Spotify credentials are set, and is off in production without them', () => {
  const named = { SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'secret', PUBLIC_URL: 'http://127.0.0.1:3000' }
  expect(readConfig(named)).toMatchObject({
    faked: { spotify: false },
    spotify: { accountsUrl: 'https://accounts.spotify.com', apiUrl: 'https://api.spotify.com', clientId: 'id' },
  })
  const production = readConfig({ NODE_ENV: 'production', ...twilio, ...mail })
  expect(production).toMatchObject({ spotify: null, faked: { spotify: false } })
})

test('SMS notices are on by default with Twilio and off with the fake provider, and SMS_NOTICES overrides the default', () => {
  const real = { SMS_PROVIDER: 'twilio', ...twilio }
  expect(readConfig(real).smsNotices).toBe(true)
  expect(readConfig({ ...real, SMS_NOTICES: 'off' }).smsNotices).toBe(false)
  expect(readConfig({ SMS_NOTICES: 'on' }).smsNotices).toBe(true)
})

test('NOTICE_SETTLE_SECONDS accepts a number of seconds, and NOTICE_QUIET_HOURS accepts a time span or off', () => {
  expect(readConfig({ NOTICE_SETTLE_SECONDS: '0' }).noticeSettleSeconds).toBe(0)
  expect(readConfig({ NOTICE_QUIET_HOURS: '23:30-07:15' }).quietHours).toEqual({ from: '23:30', to: '07:15' })
  expect(readConfig({ NOTICE_QUIET_HOURS: 'off' }).quietHours).toBeNull()
})

test('the VAPID keys and their subject are read from the environment', () => {
  const config = readConfig({ ...testKeyEnvironment, VAPID_SUBJECT: 'mailto:ops@example.com' })
  expect(config.vapidKeys).toEqual({
    publicKey: testKeyEnvironment.VAPID_PUBLIC_KEY,
    privateKey: testKeyEnvironment.VAPID_PRIVATE_KEY,
  })
  expect(config.vapidSubject).toBe('mailto:ops@example.com')
  expect(readConfig({ VAPID_SUBJECT: 'https://gaffer.example' }).vapidSubject).toBe('https://gaffer.example')
})

test('ALLOW_PRIVATE_FETCH=1 sets allowPrivateFetch and selects the fake push service', () => {
  expect(readConfig({ ALLOW_PRIVATE_FETCH: '1' })).toMatchObject({ allowPrivateFetch: true, faked: { push: true } })
})

test('readConfig accepts production with DATABASE_URL when the secret key and the VAPID keys are set', () => {
  const production = { NODE_ENV: 'production', SMS_PROVIDER: 'twilio', ...twilio, ...mail, ...testKeyEnvironment }
  expect(readConfig({ ...production, DATABASE_URL: 'postgres://db/gaffer' })).toMatchObject({
    isProduction: true,
    faked: { push: false },
  })
})

test('a blank environment variable counts as unset', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a port number'],
  [{ PORT: '0x50' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ PUBLIC_URL: 'gaffer.example' }, 'PUBLIC_URL must be an http or https address'],
  [{ PUBLIC_URL: 'https://gaffer.example/app' }, 'PUBLIC_URL must be a host alone, without a path'],
  [{ PUBLIC_URL: 'https://gaffer.example/?page=1' }, 'PUBLIC_URL must be a host alone, without a path'],
  [{ PUBLIC_URL: 'https://dee:secret@gaffer.example' }, 'PUBLIC_URL must be a host alone, without a path'],
  [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY must be on, off, a number of proxies, or their addresses'],
  [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY must be on, off, a number of proxies, or their addresses'],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/99' }, 'TRUST_PROXY must be on, off, a number of proxies, or their addresses'],
  [{ SMS_PER_DAY: '0' }, 'SMS_PER_DAY must be a whole number or off'],
  [{ MAIL_PER_DAY: 'many' }, 'MAIL_PER_DAY must be a whole number or off'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Gaffer' }, 'MAIL_FROM must be an email address'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have 32 characters at least'],
  [{ VAPID_PUBLIC_KEY: testKeyEnvironment.VAPID_PUBLIC_KEY }, 'VAPID_PRIVATE_KEY is missing'],
  [{ VAPID_PRIVATE_KEY: testKeyEnvironment.VAPID_PRIVATE_KEY }, 'VAPID_PUBLIC_KEY is missing'],
  [{ ...vapid, VAPID_PRIVATE_KEY: 'short' }, 'VAPID_PRIVATE_KEY must be a P-256 private key in base64url'],
  [{ ...vapid, VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'VAPID_PRIVATE_KEY must be a P-256 private key in base64url'],
  [{ ...vapid, VAPID_PUBLIC_KEY: 'BADVYY8w' }, 'VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY'],
  [{ VAPID_SUBJECT: 'ops@example.com' }, 'VAPID_SUBJECT must be a mailto: or an https: address'],
  [{ VAPID_SUBJECT: 'http://gaffer.example' }, 'VAPID_SUBJECT must be a mailto: or an https: address'],
  [{ NOTICE_SETTLE_SECONDS: 'a minute' }, 'NOTICE_SETTLE_SECONDS must be a number of seconds'],
  [{ NOTICE_SETTLE_SECONDS: '-1' }, 'NOTICE_SETTLE_SECONDS must be'],
  [{ NOTICE_QUIET_HOURS: '22-8' }, 'NOTICE_QUIET_HOURS must be two different times such as 22:00-08:00, or off'],
  [{ NOTICE_QUIET_HOURS: '22:00-24:00' }, 'NOTICE_QUIET_HOURS must be two different times'],
  [{ NOTICE_QUIET_HOURS: '22:00-22:00' }, 'NOTICE_QUIET_HOURS must be two different times'],
  [{ SONG_LISTS: 'on' }, 'SONG_LISTS must be soon or open'],
  [{ SMS_NOTICES: 'maybe' }, 'SMS_NOTICES must be on or off'],
  [{ ALLOW_PRIVATE_FETCH: 'yes please' }, 'ALLOW_PRIVATE_FETCH must be on or off'],
  [
    { NODE_ENV: 'production', SMS_PROVIDER: 'twilio', ...twilio, ...mail, ALLOW_PRIVATE_FETCH: '1' },
    'ALLOW_PRIVATE_FETCH must be off in production: members could make this server request private addresses',
  ],
  [{ SPOTIFY_CLIENT_SECRET: 's' }, 'SPOTIFY_CLIENT_ID is missing'],
  [{ SPOTIFY_API_URL: 'http://api.spotify.com' }, 'SPOTIFY_API_URL must be an https address'],
  [{ SPOTIFY_CLIENT_ID: 'i', SPOTIFY_CLIENT_SECRET: 's' }, 'PUBLIC_URL must not be at localhost'],
  [{ SMS_PROVIDER: 'carrier pigeon' }, 'SMS_PROVIDER must be pretend or twilio'],
  [{ SMS_PROVIDER: 'twilio', TWILIO_FROM: '+44' }, 'TWILIO_ACCOUNT_SID is missing\nTWILIO_AUTH_TOKEN is missing'],
  [{ NODE_ENV: 'production', SMS_PROVIDER: 'pretend', ...mail }, 'SMS_PROVIDER must be twilio in production'],
  [{ NODE_ENV: 'production', ...twilio }, 'SMTP_URL is missing\nMAIL_FROM is missing'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is missing'],
  [{ GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER must be an https address'],
  [{ GOOGLE_ISSUER: 'http://localhost.example' }, 'GOOGLE_ISSUER must be an https address'],
  [
    { NODE_ENV: 'production', ...twilio, ...mail, DATABASE_URL: 'postgres://db/gaffer' },
    'SECRET_KEY is missing: it is required with DATABASE_URL in production',
  ],
])('readConfig refuses the environment %o with an error that names the variable', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('TRUST_PROXY accepts on, off, a number of proxies or a list of addresses', () => {
  const trusted = ['off', '0', 'on', '2', 'loopback, 10.0.0.0/8, 2001:db8::1'].map(
    (text) => readConfig({ TRUST_PROXY: text }).trustProxy,
  )
  expect(trusted).toEqual([false, false, 1, 2, 'loopback, 10.0.0.0/8, 2001:db8::1'])
})

test('PUBLIC_URL is normalised to an origin', () => {
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Gaffer.Example:443/' }).publicUrl).toBe('https://gaffer.example')
})

test('MAIL_FROM may have a display name', () => {
  const named = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Gaffer at Night <gaffer@example.com>' }
  expect(readConfig(named).mail?.from).toBe('Gaffer at Night <gaffer@example.com>')
})

test.each(['postgres://one:5432,two:5433/gaffer', 'mysql://one/gaffer', 'one'])(
  'the DATABASE_URL %s is refused',
  (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL must be')
  },
)
