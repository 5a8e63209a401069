import { DomainError } from '@weft/shared/errors/domain-error';
import { DEPLOYMENT_FORM, type DeployedClass, type DeploymentDocument } from '@weft/shared/kinds/deployments/document';
import type { DeploymentAlternative, DeploymentPropose } from '@weft/shared/kinds/deployments/proposal';
import type { StorageNetwork } from '@weft/shared/kinds/settings/settings';
import { type FailureDomain, failureDomains, isMirrored, type Protection, protections } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import { storageNetworkOf } from '../../node/storage-network.js';
import type { DeploymentWorld, WorldNode } from '../deployment-world.js';
import { type PlannedDrive, PlannedSpace, plannedDrives } from '../planned-space.js';
import { proposeDrives } from './classes.js';
import { firstAttachments, firstVolumes } from './first-volumes.js';
import { guessNetworks } from './networks.js';
import { guessPlaces } from './places.js';
import { domainsOf, impossible, survives } from './survival.js';

export interface Proposal {
  document: DeploymentDocument;
  alternatives: DeploymentAlternative[];
  remarks: Message[];
}

interface Kind {
  protection: Protection;
  failureDomain: FailureDomain;
}

/**
 * A document for the enrolled nodes: their blank drives and those in service, and a first volume for each client. Pure.
 * @throws DomainError `deployment-nothing-to-propose`
 */
export function proposeDeployment(request: DeploymentPropose, world: DeploymentWorld): Proposal {
  const nodes = world.nodes.filter(({ isOnline }) => isOnline);
  const { drives, classes, remarks } = proposeDrives(nodes, world);
  if (drives.length === 0) throw new DomainError('deployment-nothing-to-propose', {});
  const targetNames = new Set(drives.map(({ node }) => node));
  const targets = nodes.filter(({ name }) => targetNames.has(name));
  const clients = clientsOf(request, nodes, targets);
  const places = (['rack', 'zone'] as const).map((key) => ({ key, ...guessPlaces(targets, key) }));
  const guessed = (node: WorldNode): Record<string, string> =>
    Object.fromEntries(places.flatMap(({ key, labels }) => (labels.has(node.id) ? [[key, labels.get(node.id) ?? '']] : [])));
  const labelsOf = (node: WorldNode) => ({ ...node.labels, ...guessed(node) });
  const usable = new Set(world.drives.filter(({ state }) => state === 'available' || state === 'in-service').map(({ id }) => id));
  const planned = plannedDrives(world, usable, labelsOf).filter(({ node }) => targetNames.has(node.name));
  const { networks, remarks: aboutNetworks } = guessNetworks(nodes, world.storageNetworks);
  const driveClass = largestClass(classes, planned, world);
  const { alternatives, chosen, volumes } = alternativesOf(request, { clients, driveClass, planned, world });
  const document: DeploymentDocument = {
    form: DEPLOYMENT_FORM,
    storageNetworks: networks,
    nodes: nodes.map((node) => ({ name: node.name, roles: rolesFor(node, targets, clients), labels: placeLabels(labelsOf(node)) })),
    drives,
    driveClasses: classes,
    volumes,
    attachments: firstAttachments(volumes, clients, rdmaOn(networks), targets),
  };
  return {
    document,
    alternatives,
    remarks: [
      ...world.nodes.filter(({ isOnline }) => !isOnline).map(({ id, name }) => messageOf('node-left-out', { node: nodeRef(id, name) })),
      ...places.flatMap(({ remark }) => remark ?? []),
      ...aboutNetworks,
      ...domainRemark(chosen, driveClass, planned, world),
      ...(clients.length === 0 ? [messageOf('proposal-no-volumes', {})] : []),
      ...remarks,
    ],
  };
}

const rolesFor = (node: WorldNode, targets: readonly WorldNode[], clients: readonly WorldNode[]) => [
  ...(targets.includes(node) ? (['target'] as const) : []),
  ...(clients.includes(node) ? (['client'] as const) : []),
];

/** Only what a deployment is about; other labels of the node stay as they are. */
const placeLabels = ({ rack, zone }: Record<string, string>): Record<string, string> => ({
  ...(rack === undefined ? {} : { rack }),
  ...(zone === undefined ? {} : { zone }),
});

function clientsOf({ clients }: DeploymentPropose, nodes: readonly WorldNode[], targets: readonly WorldNode[]): WorldNode[] {
  if (clients) return nodes.filter(({ name }) => clients.includes(name));
  const withoutDrives = nodes.filter((node) => !targets.includes(node));
  return withoutDrives.length > 0 ? withoutDrives : [...targets];
}

const rdmaOn =
  (networks: readonly StorageNetwork[]) =>
  ({ nics }: WorldNode): boolean =>
    nics.some(({ addresses, rdmaDevice }) => rdmaDevice !== null && storageNetworkOf(addresses, networks) !== null);

interface Place {
  clients: readonly WorldNode[];
  driveClass: DeployedClass;
  planned: readonly PlannedDrive[];
  world: DeploymentWorld;
}

const candidatesOf = ({ driveClass, planned, world }: Omit<Place, 'clients'>, domain: FailureDomain) =>
  new PlannedSpace(planned, world).candidates(driveClass.members, domain);

function largestClass(classes: readonly DeployedClass[], planned: readonly PlannedDrive[], world: DeploymentWorld): DeployedClass {
  const bytes = (driveClass: DeployedClass) =>
    candidatesOf({ driveClass, planned, world }, 'node').reduce((sum, { freeBytes }) => sum + freeBytes, 0);
  const [largest] = [...classes].sort((a, b) => bytes(b) - bytes(a));
  if (!largest) throw new DomainError('deployment-nothing-to-propose', {});
  return largest;
}

/** The widest domain of which there are three, so that a repair finds place in another one. */
function preferredDomain(place: Place): FailureDomain {
  const wide = (['zone', 'rack'] as const).find((domain) => domainsOf(candidatesOf(place, domain)) >= 3);
  return wide ?? 'node';
}

function preferredProtection(domain: FailureDomain, place: Place): Protection {
  const safest: Protection[] = ['raid10', 'raid1'];
  return safest.find((protection) => impossible(protection, domain, candidatesOf(place, domain)) === null) ?? 'concatenated';
}

/** Every protection with each failure domain that makes a difference. */
function alternativesOf(request: DeploymentPropose, place: Place) {
  const failureDomain = request.failureDomain ?? preferredDomain(place);
  const chosen: Kind = { protection: request.protection ?? preferredProtection(failureDomain, place), failureDomain };
  const kinds = protections.flatMap((protection): Kind[] =>
    isMirrored(protection)
      ? failureDomains
          .filter((domain) => domain === failureDomain || domainsOf(candidatesOf(place, domain)) > 0)
          .map((domain) => ({ protection, failureDomain: domain }))
      : [{ protection, failureDomain }],
  );
  const volumesOf = (kind: Kind) => firstVolumes({ ...place, ...kind, fillRatio: request.fillRatio }, place.planned, place.world);
  const alternatives = kinds.map((kind): DeploymentAlternative => {
    const candidates = candidatesOf(place, kind.failureDomain);
    const why = impossible(kind.protection, kind.failureDomain, candidates);
    const usableBytes = why ? 0 : volumesOf(kind).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const reason = why ?? (usableBytes === 0 && place.clients.length > 0 ? messageOf('proposal-too-small', {}) : null);
    return {
      ...kind,
      chosen: kind.protection === chosen.protection && kind.failureDomain === chosen.failureDomain,
      possible: reason === null,
      usableBytes,
      survives: withText(survives(kind.protection, kind.failureDomain, candidates)),
      reason: reason && withText(reason),
    };
  });
  const possible = alternatives.some((each) => each.chosen && each.possible);
  return { alternatives, chosen, volumes: possible ? volumesOf(chosen) : [] };
}

function domainRemark(
  { failureDomain }: Kind,
  driveClass: DeployedClass,
  planned: readonly PlannedDrive[],
  world: DeploymentWorld,
): Message[] {
  if (failureDomain === 'node') return [];
  const domains = domainsOf(candidatesOf({ driveClass, planned, world }, failureDomain));
  return [messageOf('guessed-domain', { domain: failureDomain, domains })];
}
