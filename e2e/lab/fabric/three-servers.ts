/**
 * Three places of the management, each with one server and one member of MongoDB, and the machines of QEMU that they manage. A place is two processes of
 * this host (three-processes.ts) or a machine (three-machines.ts).
 */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { MongoClient } from 'mongodb';
import type { ApiClient } from '../../support/api-client.js';
import { FollowedServers } from '../../support/followed-servers.js';
import type { Cluster } from '../machines/cluster.js';
import { ManagedCluster, slowMachines, storageNetworks } from './managed-cluster.js';

/** Of a volume that a row makes only to see management work. */
const SMALL_BYTES = 32 * 2 ** 20;

export interface Places {
  /** Of each server: for this host, and for guests. */
  readonly urls: readonly string[];
  readonly guestUrls: readonly string[];
  /** Of each server, as the database has it. */
  readonly addresses: readonly string[];
  /** Of the database, with all rights. */
  readonly client: MongoClient;
  /** A session of the first administrator. */
  readonly admin: ApiClient;
}

export abstract class ThreeServerFabric extends ManagedCluster {
  /** Index of the server that `api` asks. */
  asked = 0;
  private readonly apis: readonly ApiClient[];

  constructor(
    cluster: Cluster,
    readonly places: Places,
  ) {
    super(cluster);
    this.apis = places.urls.map((url) => places.admin.at(url));
  }

  get api(): ApiClient {
    return this.apiOf(this.asked);
  }
  get guestUrl(): string {
    return this.places.guestUrls[this.asked] as string;
  }
  apiOf(place: number): ApiClient {
    const api = this.apis[place];
    if (!api) throw new Error(`there is no server ${place}`);
    return api;
  }

  /** Agents beside those of the machines of QEMU. */
  readonly simulatedAgents: number = 0;

  /** Index of the place with MongoDB's primary. */
  abstract primary(): Promise<number>;
  /** Power loss of a place: its server and its member end at once. */
  abstract lose(place: number): Promise<void>;
  abstract restore(...places: number[]): Promise<void>;
  /** Stops the server, or the whole machine, and lets it go on. */
  abstract pause(place: number): Promise<void>;
  abstract resume(place: number): Promise<void>;
  /** Runs a command of `weft-server` with the settings of a place. */
  abstract command(place: number, words: string[]): Promise<{ code: number | null; output: string }>;
  abstract close(): Promise<void>;

  followed(driveClassId: string): FollowedServers {
    return new FollowedPlaces(this, driveClassId);
  }

  /** Gives the servers their settings, and enrolls the machines. */
  async begin(): Promise<void> {
    const { admin, guestUrls } = this.places;
    const { version } = await admin.call(endpoints.getSettings);
    await admin.call(endpoints.updateSettings, {
      body: { storageNetworks: storageNetworks(this.cluster), ...slowMachines, agentServers: [...guestUrls] },
      ifMatch: version,
    });
    await Promise.all(this.cluster.machines.map((machine) => this.join(machine)));
    await Promise.all(this.cluster.machines.map(({ name }) => this.online(name)));
  }
}

class FollowedPlaces extends FollowedServers {
  constructor(
    private readonly fabric: ThreeServerFabric,
    driveClassId: string,
  ) {
    const { places, nodes, simulatedAgents } = fabric;
    super(places.client, {
      ...{ apis: places.urls.map((url) => places.admin.at(url)), addresses: places.addresses, driveClassId },
      ...{ agentCount: nodes.length + simulatedAgents, volumeBytes: SMALL_BYTES, jobSeconds: 300, movedWithinSeconds: 20 },
    });
  }

  lose(at: number): Promise<void> {
    return this.fabric.lose(at);
  }
  restore(at: number): Promise<void> {
    return this.fabric.restore(at);
  }
  pause(at: number): Promise<void> {
    return this.fabric.pause(at);
  }
  resume(at: number): Promise<void> {
    return this.fabric.resume(at);
  }
}
