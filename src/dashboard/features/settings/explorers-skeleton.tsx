import { withdrawalNetworks } from '#domain/networks.ts';
import classes from './explorers.module.css';
import shared from './settings-form.module.css';

/** The shape of the settings while they are read. */
export function ExplorersSkeleton() {
  return (
    <div className={shared['form']} aria-busy>
      <output className="unseen">Reading the settings</output>
      {withdrawalNetworks.map((network) => (
        <div key={network} className={classes['skeleton']} aria-hidden />
      ))}
    </div>
  );
}
