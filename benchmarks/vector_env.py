"""Steps and games a second of `parlour.vector` with random legal actions, beside PettingZoo's Connect Four.

    python benchmarks/vector_env.py --device gpu

Every array stays on the device, and the actions are drawn there. PettingZoo's environment, where it is
installed, is played by one core as its pages show it: `last`, a random action of the mask, `step`. Without a
GPU take fewer games, `--games 20000`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from types import ModuleType
from typing import Any

import parlour

SECONDS = 3.0


def theirs(seconds: float) -> tuple[float, float] | None:
    """Play PettingZoo's games; give steps and games a second, None where it is not installed."""
    try:
        sys.modules.setdefault("pygame", ModuleType("pygame"))  # it draws with it, which is not asked for
        from pettingzoo.classic.connect_four.connect_four import env as make
    except ImportError:
        return None
    rng, env, steps, games, begun = random.Random(1), make(), 0, 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(
                None if over else rng.choice([a for a, legal in enumerate(seen["action_mask"]) if legal])
            )
            steps += not over
        games += 1
    took = time.perf_counter() - begun
    return steps / took, games / took


def ours(name: str, games: int, device: str, seconds: float) -> tuple[float, float, float]:
    """Step all games at random; give steps and games a second, and how long it took to begin."""
    begun = time.perf_counter()
    env: Any = parlour.vector(name, games, device=device, seed=1)
    env.reset()
    env.step(env.random_actions())
    env.memory.finish()
    ready = time.perf_counter() - begun
    ended = steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(16):
            env.step(env.random_actions())
        env.memory.finish()
        steps += 16 * games
        ended += 16 * int(env.numpy(env.terminations).sum())  # of one step in sixteen
    took = time.perf_counter() - begun
    assert not env.numpy(env.infos["illegal"]).any()
    return steps / took, ended / took, ready


def agrees(name: str) -> bool:
    """Say whether the GPU plays the same games as the cores, to the byte."""
    told = []
    for device in ("cpu", "gpu"):
        env = parlour.vector(name, 500, device=device, seed=2)
        env.reset()
        seen = []
        for _ in range(60):
            env.step(env.random_actions())
            arrays = (env.observations, env.rewards, env.terminations, env.action_mask, env.states)
            seen.append(b"".join(env.numpy(array).tobytes() for array in arrays))
        told.append(seen)
    return told[0] == told[1]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Measure the vector environment.")
    parser.add_argument("--device", default="auto", choices=("cpu", "gpu", "auto"))
    parser.add_argument("--games", type=int, default=1 << 20, help="played at once")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each measurement")
    parser.add_argument("names", nargs="*", default=["connect_four", "leduc_poker", "hearts"])
    asked = parser.parse_args()
    other = theirs(asked.seconds)
    print(f"{'':31} {'steps/s':>14} {'games/s':>12} {'ready s':>8}")
    if other:
        print(f"{'PettingZoo connect_four, 1 core':31} {other[0]:14,.0f} {other[1]:12,.0f}")
    else:
        print("PettingZoo is not installed")
    for name in asked.names:
        env = parlour.vector(name, 1, device=asked.device)
        steps, games, ready = ours(name, asked.games, env.device, asked.seconds)
        times = f"  {games / other[1]:,.0f} times PettingZoo's" if other and name == "connect_four" else ""
        label = f"{name}, {asked.games:,} on {env.device}"
        print(f"{label:31} {steps:14,.0f} {games:12,.0f} {ready:8.1f}{times}")
        if env.device == "gpu":
            print(f"{'':31} {'the same games as on the cores' if agrees(name) else 'DIFFERS from the cores'}")


if __name__ == "__main__":
    main()
