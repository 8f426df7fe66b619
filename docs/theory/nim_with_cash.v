(* NIM with Cash: what certificates of win conditions rest on, theorems 1 and 2 of docs/theory/win-conditions.md.

   Compiled by `make coq` with the Coq of Debian 12 (8.16), without axioms. *)

From Coq Require Import Arith Bool List Lia ZArith.
Import ListNotations.

(* ---- The game ------------------------------------------------------------------------------------- *)

Section Cash.

  Variable A : list nat.
  Hypothesis positive : forall a, In a A -> 1 <= a.

  (* The player to move has d dollars, the other e: taking a of n stones costs a. *)
  Definition some_move (win : nat -> nat -> nat -> bool) n d e :=
    existsb (fun a => (a <=? n) && (a <=? d) && negb (win (n - a) e (d - a))) A.

  Definition is_win_condition (win : nat -> nat -> nat -> bool) :=
    forall n d e, win n d e = some_move win n d e.

  Lemma some_move_agrees : forall v w n d e,
    (forall m x y, m < n -> v m x y = w m x y) -> some_move v n d e = some_move w n d e.
  Proof.
    intros v w n d e H. unfold some_move.
    assert (Hall : forall a, In a A ->
      (a <=? n) && (a <=? d) && negb (v (n - a) e (d - a)) =
      (a <=? n) && (a <=? d) && negb (w (n - a) e (d - a))).
    { intros a Ha. destruct (a <=? n) eqn:E; [|reflexivity]. apply Nat.leb_le in E.
      pose proof (positive a Ha). rewrite (H (n - a)); [reflexivity|lia]. }
    clear H. induction A as [|a rest IH]; [reflexivity|]. simpl.
    rewrite (Hall a); [|now left]. f_equal. apply IH.
    - intros b Hb. apply positive. now right.
    - intros b Hb. apply Hall. now right.
  Qed.

  (* There is one solution, who wins. *)
  Theorem unique : forall v w, is_win_condition v -> is_win_condition w ->
    forall n d e, v n d e = w n d e.
  Proof.
    intros v w Hv Hw n. induction n as [n IH] using lt_wf_ind. intros d e.
    rewrite Hv, Hw. apply some_move_agrees. intros m x y Hm. now apply IH.
  Qed.

  (* ---- Staircases --------------------------------------------------------------------------------- *)

  (* The least d with which the player to move wins against e; None where none does. *)
  Definition wins (s : option nat) d := match s with None => false | Some k => k <=? d end.

  Definition plus a (s : option nat) := match s with None => None | Some k => Some (a + k) end.

  (* s(e) is the least of the values of a + t_a(e). *)
  Definition is_least (s : option nat) (branches : list (option nat)) :=
    forall d, wins s d = existsb (fun b => wins b d) branches.

  (* t is s transposed: after a move the purses have changed sides. *)
  Definition transposed (t s : nat -> option nat) :=
    forall d e, wins (t e) d = negb (wins (s d) e).

  Variable win : nat -> nat -> nat -> bool.
  Hypothesis win_is : is_win_condition win.

  Variable F : nat -> nat -> option nat. (* by stones and the other's purse *)
  Variable T : nat -> nat -> option nat. (* F transposed *)
  Hypothesis transposes : forall n, transposed (T n) (F n).

  Variables N0 start : nat.
  Hypothesis legal : forall a, In a A -> a <= N0.

  (* (B): up to `start` the staircases are those of play. *)
  Hypothesis base : forall n d e, N0 <= n < start -> win n d e = wins (F n e) d.

  (* `start` is far enough that every move leads to a staircase of the certificate. *)
  Hypothesis far : forall a, In a A -> N0 + a <= start.

  (* (S): from `start` on each staircase is the least of those that moves lead to. *)
  Hypothesis step : forall n e, start <= n ->
    is_least (F n e) (map (fun a => plus a (T (n - a) e)) A).

  Lemma wins_plus : forall a s d, wins (plus a s) d = (a <=? d) && wins s (d - a).
  Proof.
    intros a [k|] d; simpl; [|now rewrite andb_false_r].
    destruct (a <=? d) eqn:E; simpl.
    - apply Nat.leb_le in E. destruct (k <=? d - a) eqn:H; [apply Nat.leb_le in H|apply Nat.leb_gt in H];
        [apply Nat.leb_le|apply Nat.leb_gt]; lia.
    - apply Nat.leb_gt in E. apply Nat.leb_gt. lia.
  Qed.

  Lemma existsb_map : forall (B C : Type) (f : C -> bool) (g : B -> C) l,
    existsb f (map g l) = existsb (fun x => f (g x)) l.
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

  Lemma existsb_agrees : forall (B : Type) (f g : B -> bool) l,
    (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
  Proof.
    induction l as [|x l IH]; intros H; simpl; [reflexivity|].
    rewrite (H x); [|now left]. f_equal. apply IH. intros y Hy. apply H. now right.
  Qed.

  (* Theorem 1. (B) and (S) give the outcome for all n from N0 on, and all purses. *)
  Theorem theorem_1 : forall n d e, N0 <= n -> win n d e = wins (F n e) d.
  Proof.
    intros n. induction n as [n IH] using lt_wf_ind. intros d e Hn.
    destruct (le_lt_dec start n) as [Hlate|Hearly]; [|apply base; lia].
    rewrite (step n e Hlate d), existsb_map, win_is. unfold some_move.
    apply existsb_agrees. intros a Ha.
    pose proof (positive a Ha). pose proof (legal a Ha). pose proof (far a Ha).
    assert (Hle : (a <=? n) = true) by (apply Nat.leb_le; lia). rewrite Hle. simpl.
    rewrite wins_plus. f_equal.
    rewrite (IH (n - a)); [|lia|lia].
    now rewrite (transposes (n - a) (d - a) e).
  Qed.

End Cash.

(* ---- Words ---------------------------------------------------------------------------------------- *)

(* A path as an endless word, true for H, false for V: column e has the height that the path has when it takes its
   (e+1)-th H. Letters exchanged, it is the path seen from the other side. *)
Section Words.

  Fixpoint seen (letter : bool) (w : nat -> bool) i :=
    match i with 0 => 0 | S i => (if Bool.eqb (w i) letter then 1 else 0) + seen letter w i end.

  (* d is at least the height of column e. *)
  Definition column_wins w e d := exists i, w i = true /\ seen true w i = e /\ seen false w i <= d.
  Definition exchanged (w : nat -> bool) i := negb (w i).

  Lemma seen_exchanged : forall letter w i, seen letter (exchanged w) i = seen (negb letter) w i.
  Proof. intros letter w i. induction i as [|i IH]; simpl; [reflexivity|]. rewrite IH. unfold exchanged. now destruct (w i), letter. Qed.

  Lemma seen_all : forall w i, seen true w i + seen false w i = i.
  Proof. intros w i. induction i as [|i IH]; simpl; [reflexivity|]. destruct (w i); simpl; lia. Qed.

  Lemma seen_grows : forall letter w i j, i <= j -> seen letter w i <= seen letter w j.
  Proof. intros letter w i j H. induction H as [|j _ IH]; simpl; lia. Qed.

  Lemma seen_step : forall w i, seen (w i) w (S i) = S (seen (w i) w i) /\ seen (negb (w i)) w (S i) = seen (negb (w i)) w i.
  Proof. intros w i. simpl. destruct (w i); simpl; lia. Qed.

  (* The first step with which the path leaves the box of e columns and d rows. *)
  Lemma leaves : forall w e d n, n <= seen true w n + seen false w n ->
    (seen true w n <= e /\ seen false w n <= d) \/
    exists i, i < n /\ seen true w i <= e /\ seen false w i <= d /\
      (w i = true /\ seen true w i = e \/ w i = false /\ seen false w i = d).
  Proof.
    intros w e d n _. induction n as [|n IH]; [left; simpl; lia|].
    destruct IH as [[He Hd]|[i [Hi Rest]]]; [|right; exists i; split; [lia|assumption]].
    destruct (w n) eqn:E.
    - destruct (Nat.eq_dec (seen true w n) e) as [Heq|Hne].
      + right. exists n. repeat split; auto; lia.
      + left. simpl. rewrite E. simpl. lia.
    - destruct (Nat.eq_dec (seen false w n) d) as [Heq|Hne].
      + right. exists n. repeat split; auto; lia.
      + left. simpl. rewrite E. simpl. lia.
  Qed.

  Theorem transposition : forall w e d, column_wins w e d <-> ~ column_wins (exchanged w) d e.
  Proof.
    intros w e d. split.
    - intros [i [Hi [He Hd]]] [j [Hj [Hd' He']]].
      unfold exchanged in Hj. rewrite seen_exchanged in Hd'. rewrite seen_exchanged in He'. simpl in Hd', He'.
      apply negb_true_iff in Hj.
      destruct (lt_eq_lt_dec i j) as [[H|H]|H].
      + pose proof (seen_grows true w (S i) j H) as Hg. simpl in Hg. rewrite Hi in Hg. simpl in Hg. lia.
      + subst j. rewrite Hi in Hj. discriminate.
      + pose proof (seen_grows false w (S j) i H) as Hg. simpl in Hg. rewrite Hj in Hg. simpl in Hg. lia.
    - intros Hnot. destruct (leaves w e d (S (e + d))) as [[He Hd]|[i [_ [He [Hd [[Hi Heq]|[Hi Heq]]]]]]].
      + rewrite seen_all. lia.
      + pose proof (seen_all w (S (e + d))). lia.
      + exists i. auto.
      + exfalso. apply Hnot. exists i. rewrite !seen_exchanged. unfold exchanged. rewrite Hi. simpl. auto.
  Qed.

End Words.

(* ---- The finite test of (S) ----------------------------------------------------------------------- *)

Open Scope Z_scope.

(* On a class of a strip, a branch less the staircase is affine, D(t, y) = p t + q y + r, for t >= 0 and
   0 <= y <= Y0 + t w. Theorem 2: four values decide that it is never negative. *)
Section Strip.

  Variables p q r Y0 w : Z.
  Hypothesis Y0_nonnegative : 0 <= Y0.
  Hypothesis w_nonnegative : 0 <= w.

  Definition D t y := p * t + q * y + r.

  Theorem theorem_2 :
    0 <= D 0 0 -> 0 <= D 0 Y0 -> D 0 0 <= D 1 0 -> D 0 Y0 <= D 1 (Y0 + w) ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= D t y.
  Proof.
    intros H1 H2 H3 H4 t y Ht Hy.
    assert (Hlow : 0 <= D t 0).
    { replace (D t 0) with (D 0 0 + t * (D 1 0 - D 0 0)) by (unfold D; ring). nia. }
    assert (Hhigh : 0 <= D t (Y0 + t * w)).
    { replace (D t (Y0 + t * w)) with (D 0 Y0 + t * (D 1 (Y0 + w) - D 0 Y0)) by (unfold D; ring). nia. }
    set (Y := Y0 + t * w) in *.
    assert (Hmix : Y * D t y = (Y - y) * D t 0 + y * D t Y) by (unfold D; ring).
    destruct (Z.eq_dec Y 0) as [HY|HY].
    - replace y with 0 by lia. assumption.
    - assert (0 < Y) by lia.
      assert (0 <= Y * D t y) by (rewrite Hmix; apply Z.add_nonneg_nonneg; apply Z.mul_nonneg_nonneg; lia).
      nia.
  Qed.

  (* A branch that is 0 at the four points is 0 throughout: the least is reached. *)
  Theorem theorem_2_zero :
    1 <= Y0 + w -> D 0 0 = 0 -> D 0 Y0 = 0 -> D 1 0 = 0 -> D 1 (Y0 + w) = 0 -> forall t y, D t y = 0.
  Proof.
    unfold D. intros Hw H1 H2 H3 H4 t y.
    assert (r = 0) by lia. assert (p = 0) by lia. subst.
    assert (q * (Y0 + w) = 0) by lia. assert (q = 0) by nia. subst. lia.
  Qed.

End Strip.

(* Why a strip falls into finitely many classes, on each of which all functions are affine. *)
Section Strips.

  (* (O): lines e = alpha k + beta, in this order and so far apart at level k1, are so at all later ones. *)
  Theorem order_kept : forall alpha beta alpha' beta' k1 L k,
    alpha <= alpha' -> L <= (alpha' * k1 + beta') - (alpha * k1 + beta) -> k1 <= k ->
    L <= (alpha' * k + beta') - (alpha * k + beta).
  Proof. intros. nia. Qed.

  (* Every point of a strip that begins on such a line is in one class, (r, x), and there in one place, (t, y). *)
  Theorem one_class : forall alpha beta k1 R L k e, 0 < R -> 0 < L -> k1 <= k -> alpha * k + beta <= e ->
    exists r x t y, (0 <= r < R /\ 0 <= x < L /\ 0 <= t /\ 0 <= y /\ k = k1 + r + R * t /\ e = alpha * k + beta + x + L * y) /\
      forall r' x' t' y', 0 <= r' < R -> 0 <= x' < L -> k = k1 + r' + R * t' -> e = alpha * k + beta + x' + L * y' ->
        r' = r /\ x' = x /\ t' = t /\ y' = y.
  Proof.
    intros alpha beta k1 R L k e HR HL Hk He.
    exists ((k - k1) mod R), ((e - (alpha * k + beta)) mod L), ((k - k1) / R), ((e - (alpha * k + beta)) / L).
    pose proof (Z.mod_pos_bound (k - k1) R HR). pose proof (Z.mod_pos_bound (e - (alpha * k + beta)) L HL).
    pose proof (Z.div_mod (k - k1) R). pose proof (Z.div_mod (e - (alpha * k + beta)) L).
    pose proof (Z.div_pos (k - k1) R). pose proof (Z.div_pos (e - (alpha * k + beta)) L).
    split; [repeat split; lia|].
    intros r' x' t' y' Hr Hx Hk' He'.
    assert (Ht : t' = (k - k1) / R) by (apply (Z.div_unique _ _ t' r'); [left; lia|lia]).
    assert (Hy : y' = (e - (alpha * k + beta)) / L) by (apply (Z.div_unique _ _ y' x'); [left; lia|lia]).
    subst t' y'. repeat split; lia.
  Qed.

  (* A block has w columns, after which it is up higher, and begins on the line a k + b: its height is affine in (t, y),
     where w divides what its column grows by with t and with y. *)
  Definition height (heights : Z -> Z) w up a b hk h k e :=
    hk * k + h + (e - (a * k + b)) / w * up + heights ((e - (a * k + b)) mod w).

  Theorem piece_affine : forall heights w up a b hk h alpha beta k1 r R x L, 0 < w ->
    (w | L) -> (w | R * (alpha - a)) ->
    exists p q c, forall t y, let k := k1 + r + R * t in
      height heights w up a b hk h k (alpha * k + beta + x + L * y) = p * t + q * y + c.
  Proof.
    intros heights w up a b hk h alpha beta k1 r R x L Hw [l HL] [m HR].
    set (c0 := alpha * (k1 + r) + beta + x - (a * (k1 + r) + b)).
    exists (hk * R + m * up), (l * up), (hk * (k1 + r) + h + c0 / w * up + heights (c0 mod w)).
    intros t y k. unfold height.
    replace (alpha * k + beta + x + L * y - (a * k + b)) with (c0 + (m * t + l * y) * w).
    - rewrite Z.div_add, Z.mod_add by lia. unfold k. ring.
    - subst L. unfold c0, k.
      replace (alpha * (k1 + r) + beta + x - (a * (k1 + r) + b) + (m * t + l * y) * w)
        with (alpha * (k1 + r) + beta + x - (a * (k1 + r) + b) + (m * w) * t + l * w * y) by ring.
      rewrite <- HR. ring.
  Qed.

  (* At one level: branches less the staircase are affine in y. If the least of them is 0 at y = 0 ... as many as there
     are, and at none of the branches below 0 at the last y, it is 0 throughout. *)
  Definition line := (Z * Z)%type.
  Definition on (f : line) y := fst f * y + snd f.

  Lemma parts : forall (g : Z -> bool) l,
    length l = (length (filter g l) + length (filter (fun y => negb (g y)) l))%nat.
  Proof. intros g l. induction l as [|v l IH]; simpl; [reflexivity|]. destruct (g v); simpl; lia. Qed.

  Lemma one_twice : forall (l : list line) (places : list Z), NoDup places -> (length l < length places)%nat ->
    (forall y, In y places -> exists f, In f l /\ on f y = 0) ->
    exists f y z, In f l /\ In y places /\ In z places /\ y <> z /\ on f y = 0 /\ on f z = 0.
  Proof.
    induction l as [|f l IH]; intros places Hnd Hlen Hall.
    - destruct places as [|y places]; [simpl in Hlen; lia|]. destruct (Hall y (or_introl eq_refl)) as [g [[] _]].
    - destruct (filter (fun y => on f y =? 0) places) as [|y [|z rest]] eqn:E.
      + destruct (IH places Hnd) as [g [y [z [Hg R]]]]; [simpl in Hlen; lia| |exists g, y, z; split; [now right|assumption]].
        intros y Hy. destruct (Hall y Hy) as [g [[Hg|Hg] H0]]; [|now exists g]. subst g. exfalso.
        assert (Hin : In y (filter (fun y => on f y =? 0) places)) by (apply filter_In; split; [assumption|now apply Z.eqb_eq]).
        rewrite E in Hin. destruct Hin.
      + set (others := filter (fun y => negb (on f y =? 0)) places).
        assert (Hlength : length places = (1 + length others)%nat).
        { rewrite (parts (fun y => on f y =? 0) places), E. reflexivity. }
        destruct (IH others) as [g [u [v [Hg [Hu [Hv R]]]]]].
        * now apply NoDup_filter.
        * simpl in Hlen. lia.
        * intros u Hu. apply filter_In in Hu. destruct Hu as [Hu Hne]. destruct (Hall u Hu) as [g [[Hg|Hg] H0]]; [|now exists g].
          subst g. rewrite H0 in Hne. discriminate.
        * exists g, u, v. apply filter_In in Hu. apply filter_In in Hv. split; [now right|tauto].
      + assert (Hy : In y (filter (fun y => on f y =? 0) places)) by (rewrite E; now left).
        assert (Hz : In z (filter (fun y => on f y =? 0) places)) by (rewrite E; right; now left).
        assert (Hne : y <> z).
        { pose proof (NoDup_filter (fun y => on f y =? 0) Hnd) as Hn. rewrite E in Hn. inversion Hn as [|? ? Hnot _].
          intros Heq. apply Hnot. subst. now left. }
        apply filter_In in Hy. apply filter_In in Hz. destruct Hy as [Hy Ey]. destruct Hz as [Hz Ez].
        apply Z.eqb_eq in Ey. apply Z.eqb_eq in Ez. exists f, y, z. repeat split; auto. now left.
  Qed.

  Definition least_is_0 (l : list line) y := (forall f, In f l -> 0 <= on f y) /\ exists f, In f l /\ on f y = 0.

  Theorem level_test : forall (l : list line) places last, NoDup places -> (length l < length places)%nat ->
    In 0 places -> (forall y, In y places -> least_is_0 l y) -> least_is_0 l last ->
    forall y, 0 <= y <= last -> least_is_0 l y.
  Proof.
    intros l places last Hnd Hlen H0 Hall Hlast y Hy.
    destruct (one_twice l places Hnd Hlen) as [f [u [v [Hf [_ [_ [Hne [Hu Hv]]]]]]]].
    { intros u Hu. destruct (Hall u Hu) as [_ H]. exact H. }
    split.
    - intros g Hg. pose proof (proj1 (Hall 0 H0) g Hg) as Hlow. pose proof (proj1 Hlast g Hg) as Hhigh.
      unfold on in *. destruct (Z_le_gt_dec 0 (fst g)); nia.
    - exists f. split; [assumption|]. unfold on in *.
      assert (fst f * (u - v) = 0) by lia. assert (fst f = 0) by nia. assert (snd f = 0) by nia. nia.
  Qed.

End Strips.

(* What the checkers ask of a class: the staircase f and its branches are affine in (t, y), or infinite throughout. *)
Section Class.

  Definition affine := (Z * Z * Z)%type.
  Definition value (f : affine) t y := let '(p, q, r) := f in D p q r t y.
  Definition at_ (f : option affine) t y := option_map (fun f => value f t y) f.
  Definition reaches (s : option Z) d := match s with None => false | Some k => k <=? d end.
  Definition less (b f : affine) : affine :=
    let '(p', q', r') := b in let '(p, q, r) := f in (p' - p, q' - q, r' - r).

  Variables Y0 w : Z.
  Hypothesis Y0_nonnegative : 0 <= Y0.
  Hypothesis w_nonnegative : 0 <= w.

  (* No branch is below f at the two starts nor falls along the two borders; some branch is f at the four points. *)
  Definition never_below (d : affine) :=
    0 <= value d 0 0 /\ 0 <= value d 0 Y0 /\ value d 0 0 <= value d 1 0 /\ value d 0 Y0 <= value d 1 (Y0 + w).
  Definition equal_at_four (d : affine) :=
    value d 0 0 = 0 /\ value d 0 Y0 = 0 /\ value d 1 0 = 0 /\ value d 1 (Y0 + w) = 0.

  Definition passes (f : option affine) (branches : list (option affine)) :=
    match f with
    | None => forall b, In b branches -> b = None
    | Some f => (forall b, In (Some b) branches -> never_below (less b f)) /\
                exists b, In (Some b) branches /\ equal_at_four (less b f)
    end.

  Lemma value_less : forall b f t y, value (less b f) t y = value b t y - value f t y.
  Proof. intros [[p' q'] r'] [[p q] r] t y. unfold value, less, D. ring. Qed.

  Lemma never_below_holds : forall d, never_below d ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= value d t y.
  Proof.
    intros [[p q] r] (H1 & H2 & H3 & H4) t y Ht Hy. unfold value in *.
    exact (theorem_2 p q r Y0 w Y0_nonnegative w_nonnegative H1 H2 H3 H4 t y Ht Hy).
  Qed.

  (* A strip of width 0 is a ray: there y is 0. *)
  Lemma equal_holds : forall d, equal_at_four d ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> value d t y = 0.
  Proof.
    intros [[p q] r] (H1 & H2 & H3 & H4) t y Ht Hy. unfold value in *.
    destruct (Z_le_gt_dec 1 (Y0 + w)) as [H|H].
    - exact (theorem_2_zero p q r Y0 w H H1 H2 H3 H4 t y).
    - assert (Y0 = 0) by lia. assert (w = 0) by lia. subst.
      replace y with 0 by lia. unfold D in *. assert (r = 0) by lia. assert (p = 0) by lia. subst. ring.
  Qed.

  (* So in the whole class f is the least of its branches, which is (S) there. *)
  Theorem class_test : forall f branches, passes f branches ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w ->
    forall d, reaches (at_ f t y) d = existsb (fun b => reaches (at_ b t y) d) branches.
  Proof.
    intros [f|] branches H t y Ht Hy d; simpl in *.
    - destruct H as [Hall [b [Hb Heq]]].
      destruct (value f t y <=? d) eqn:E; symmetry.
      + apply existsb_exists. exists (Some b). split; [exact Hb|]. simpl.
        pose proof (equal_holds _ Heq t y Ht Hy) as H. rewrite value_less in H.
        apply Z.leb_le in E. apply Z.leb_le. lia.
      + apply not_true_is_false. intros H. apply existsb_exists in H. destruct H as [[c|] [Hc Hd]]; [|discriminate].
        simpl in Hd. pose proof (never_below_holds _ (Hall c Hc) t y Ht Hy) as H. rewrite value_less in H.
        apply Z.leb_gt in E. apply Z.leb_le in Hd. lia.
    - symmetry. apply not_true_is_false. intros H0. apply existsb_exists in H0.
      destruct H0 as [b [Hb Hd]]. rewrite (H b Hb) in Hd. discriminate.
  Qed.

  (* The test asks no more than is needed where the strip grows: what fails it is negative somewhere. *)
  Theorem class_test_necessary : forall d, (forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= value d t y) -> never_below d.
  Proof.
    intros [[p q] r] H. unfold never_below, value in *.
    assert (Hlow : forall t, 0 <= t -> 0 <= D p q r t 0) by (intros t Ht; apply H; nia).
    assert (Hhigh : forall t, 0 <= t -> 0 <= D p q r t (Y0 + t * w)) by (intros t Ht; apply H; nia).
    assert (Ray : forall a b, (forall t, 0 <= t -> 0 <= a + t * b) -> 0 <= b).
    { intros a b Hab. destruct (Z_le_gt_dec 0 b); [assumption|].
      pose proof (Hab (Z.max 0 (a + 1))) as Hfar. destruct (Z.max_spec 0 (a + 1)) as [[? E]|[? E]]; rewrite E in Hfar; nia. }
    unfold D in *. repeat split.
    - specialize (Hlow 0). lia.
    - specialize (Hhigh 0). lia.
    - assert (0 <= p) by (apply (Ray r p); intros t Ht; specialize (Hlow t Ht); lia). lia.
    - assert (0 <= p + q * w) by (apply (Ray (q * Y0 + r) (p + q * w)); intros t Ht; specialize (Hhigh t Ht); lia). lia.
  Qed.

End Class.

Print Assumptions unique.
Print Assumptions theorem_1.
Print Assumptions transposition.
Print Assumptions theorem_2.
Print Assumptions theorem_2_zero.
Print Assumptions order_kept.
Print Assumptions one_class.
Print Assumptions piece_affine.
Print Assumptions level_test.
Print Assumptions class_test.
Print Assumptions class_test_necessary.
