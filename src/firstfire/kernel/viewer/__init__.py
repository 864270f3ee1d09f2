"""What one viewer sees and reads: the drawn scene, sentences, refusals, what a choice will do."""
