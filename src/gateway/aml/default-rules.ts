import type { AmlRules } from '#contract/gateway/aml-rules.ts';

/** For an account that has changed nothing: the thresholds and severities of docs/aml-method.md. */
export const defaultAmlRules: AmlRules = {
  thresholds: { medium: '25', high: '50', severe: '75' },
  severities: {
    sanctions: 'severe',
    'terrorism financing': 'severe',
    'child abuse material': 'severe',
    ransomware: 'severe',
    'stolen funds': 'severe',
    'darknet market': 'severe',
    scam: 'high',
    mixer: 'high',
    'illegal service': 'high',
    'high risk exchange': 'high',
    gambling: 'medium',
    atm: 'medium',
    bridge: 'medium',
    'p2p exchange': 'medium',
    otc: 'medium',
    defi: 'low',
    wallet: 'low',
    'payment processor': 'low',
    merchant: 'low',
    exchange: 'low',
    mining: 'low',
    'unknown wallet / otc / service': 'low',
    'small transactions': 'low',
    'maximum depth reached': 'low',
    'tracing limit reached': 'low',
  },
  recent_days: 30,
};
