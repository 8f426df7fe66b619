(* Rows: what the first terms of a form in the weights say of all later ones.

   docs/theory/automatic-games.md, the Lemma. A sequence w obeys w(n+l) = c(1) w(n+l-1) + ... + c(l) w(n): the terms of
   a form for one remainder, one after the other. `row n` has the l terms from n on, the latest first. Both checkers
   of certificates, and the core, settle the sign of a form for ever by `plain` where no coefficient is below 0, and
   else by `rising`, whose second condition is on the sums of coefficients less 1. *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Section Rows.

  Fixpoint dot (c x : list Z) : Z :=
    match c, x with
    | a :: c', b :: x' => a * b + dot c' x'
    | _, _ => 0
    end.

  (* w(n), w(n+1), ..., the latest first *)
  Fixpoint row (w : nat -> Z) (n l : nat) : list Z :=
    match l with
    | O => []
    | S k => w (n + k)%nat :: row w n k
    end.

  Variable w : nat -> Z.
  Definition sum (c : list Z) := fold_right Z.add 0 c.

  Lemma dot_least : forall (d : list Z) (n k : nat) (K : Z), length d = k -> (forall a, In a d -> 0 <= a) ->
    (forall j, (j < k)%nat -> K <= w (n + j)%nat) -> sum d * K <= dot d (row w n k).
  Proof.
    induction d as [|a c' IH]; intros n k K Hk Hpos Hrow; subst k; [cbn; lia|].
    cbn [length row dot sum fold_right]. fold (sum c').
    assert (Ha : 0 <= a) by (apply Hpos; now left).
    assert (Hw : K <= w (n + length c')%nat) by (apply Hrow; cbn; lia).
    assert (Hrest : sum c' * K <= dot c' (row w n (length c'))).
    { apply IH; [reflexivity | intros b Hb; apply Hpos; now right | intros j Hj; apply Hrow; cbn; lia]. }
    nia.
  Qed.

  (* The sums c1, c1 + c2, ..., each with a before it, are >= 0. *)
  Fixpoint sums_from (a : Z) (c : list Z) : Prop :=
    match c with
    | [] => True
    | b :: c' => 0 <= a + b /\ sums_from (a + b) c'
    end.

  Lemma by_parts : forall (d : list Z) (n k : nat) (a y : Z), length d = k -> 0 <= a -> sums_from a d -> 0 <= y ->
    (forall j, (j < k)%nat -> 0 <= w (n + j)%nat) ->
    (forall j, (S j < k)%nat -> w (n + j)%nat <= w (n + S j)%nat) ->
    ((0 < k)%nat -> w (n + (k - 1))%nat <= y) -> 0 <= a * y + dot d (row w n k).
  Proof.
    induction d as [|b c' IH]; intros n k a y Hk Ha Hs Hy Hpos Hup Hlast; subst k; [cbn; nia|].
    cbn [length row dot] in *. destruct Hs as [Hb Hs].
    set (x := w (n + length c')%nat).
    assert (Hx : 0 <= x) by (apply Hpos; lia).
    assert (Hxy : x <= y).
    { unfold x. replace (length c') with (S (length c') - 1)%nat by lia. apply Hlast. lia. }
    assert (Hrest : 0 <= (a + b) * x + dot c' (row w n (length c'))).
    { apply IH; try assumption; try reflexivity.
      - intros j Hj. apply Hpos. lia.
      - intros j Hj. apply Hup. lia.
      - intros Hlong. unfold x. replace (length c') with (S (length c' - 1)) at 2 by lia. apply Hup. lia. }
    nia.
  Qed.

  Variable c : list Z.
  Let l := length c.
  Hypothesis obeys : forall n, w (n + l)%nat = dot c (row w n l).

  (* Coefficients >= 0, not all 0: a row that is at least K >= 0 goes on so. *)
  Theorem plain : forall K n, (forall a, In a c -> 0 <= a) -> 1 <= sum c -> 0 <= K ->
    (forall j, (j < l)%nat -> K <= w (n + j)%nat) -> forall j, K <= w (n + j)%nat.
  Proof.
    intros K n Hpos Hsum HK Hrow j.
    induction j as [j IH] using (well_founded_induction Wf_nat.lt_wf).
    destruct (Nat.lt_ge_cases j l) as [H|H]; [now apply Hrow|].
    replace (n + j)%nat with ((n + (j - l)) + l)%nat by lia.
    rewrite obeys.
    assert (sum c * K <= dot c (row w (n + (j - l)) l)).
    { apply dot_least; [reflexivity | assumption |].
      intros i Hi. replace (n + (j - l) + i)%nat with (n + (j - l + i))%nat by lia. apply IH. lia. }
    nia.
  Qed.

  (* c1 - 1, c1 + c2 - 1, ... >= 0: a row that is at least K >= 0, none of its terms less than the one before, goes on so. *)
  Theorem rising : forall K n, c <> [] -> sums_from (-1) c -> 0 <= K ->
    (forall j, (j < l)%nat -> K <= w (n + j)%nat) ->
    (forall j, (S j < l)%nat -> w (n + j)%nat <= w (n + S j)%nat) ->
    forall j, K <= w (n + j)%nat /\ w (n + j)%nat <= w (n + S j)%nat.
  Proof.
    intros K n Hne Hsums HK Hrow Hup.
    assert (Hl : (0 < l)%nat) by (unfold l; destruct c; [congruence | cbn; lia]).
    assert (Hstep : forall m, (forall j, (j < l)%nat -> K <= w (m + j)%nat) ->
      (forall j, (S j < l)%nat -> w (m + j)%nat <= w (m + S j)%nat) -> w (m + (l - 1))%nat <= w (m + l)%nat).
    { intros m Hm Hmup. rewrite obeys. unfold l in *. destruct c as [|b c'] eqn:E; [congruence|].
      cbn [length row dot sums_from] in *. destruct Hsums as [Hb Hs].
      set (x := w (m + length c')%nat).
      replace (m + (S (length c') - 1))%nat with (m + length c')%nat by lia. fold x.
      assert (Hx : 0 <= x) by (specialize (Hm (length c')); unfold x; lia).
      assert (0 <= (-1 + b) * x + dot c' (row w m (length c'))).
      { apply by_parts; try assumption; try reflexivity.
        - intros j Hj. specialize (Hm j). lia.
        - intros j Hj. apply Hmup. lia.
        - intros Hlong. unfold x. replace (length c') with (S (length c' - 1)) at 2 by lia. apply Hmup. lia. }
      nia. }
    assert (Hall : forall i, (forall j, (j < l)%nat -> K <= w (n + i + j)%nat) /\
      (forall j, (S j < l)%nat -> w (n + i + j)%nat <= w (n + i + S j)%nat)).
    { induction i as [|i [IHrow IHup]].
      - rewrite Nat.add_0_r. auto.
      - pose proof (Hstep _ IHrow IHup) as Hnew.
        assert (Hlast : K <= w (n + i + (l - 1))%nat) by (apply IHrow; lia).
        split; intros j Hj.
        + destruct (Nat.eq_dec j (l - 1)) as [->|Hd].
          * replace (n + S i + (l - 1))%nat with (n + i + l)%nat by lia. lia.
          * replace (n + S i + j)%nat with (n + i + S j)%nat by lia. apply IHrow. lia.
        + destruct (Nat.eq_dec (S j) (l - 1)) as [Hd|Hd].
          * replace (n + S i + j)%nat with (n + i + (l - 1))%nat by lia.
            replace (n + S i + S j)%nat with (n + i + l)%nat by lia. exact Hnew.
          * replace (n + S i + j)%nat with (n + i + S j)%nat by lia.
            replace (n + S i + S j)%nat with (n + i + S (S j))%nat by lia. apply IHup. lia. }
    intros j. destruct (Hall j) as [H1 H2]. split.
    - specialize (H1 0%nat Hl). rewrite Nat.add_0_r in H1. exact H1.
    - destruct (Nat.eq_dec l 1) as [E|E].
      + pose proof (Hstep _ H1 H2) as H. rewrite E in H. cbn in H.
        replace (n + j + 0)%nat with (n + j)%nat in H by lia. replace (n + j + 1)%nat with (n + S j)%nat in H by lia. exact H.
      + specialize (H2 0%nat). rewrite Nat.add_0_r in H2. replace (n + j + 1)%nat with (n + S j)%nat in H2 by lia. apply H2. lia.
  Qed.

End Rows.

Print Assumptions plain.
Print Assumptions rising.
