"""Games as environments for reinforcement learning, by the interfaces of PettingZoo and Gymnasium."""
