origin=='null'&&(delete self.Worker,alone.hidden=0)
