#pragma once

#include "widgets/kit/number_field.h"
#include "widgets/panels/param_scale.h"

#include <QBoxLayout>
#include <QLabel>
#include <QWidget>

#include <vector>

namespace bubblescope {

class ReasonBalloon;

/// What a parameter is called, what it means, and which values it takes.
///
/// Units       those of the scenario key
/// Invariants  least <= scale.minimum, scale.maximum <= most
struct ParamSpec {
    QString key;         // the scenario key; also the object name
    QString symbol;      // "T_F"; empty for none
    QString word;        // "forward"
    QString definition;  // the tooltip
    ParamScale scale;    // what the slider covers
    double least = 0;    // what may be typed
    double most = 1;
    double usual = 0;  // what a double-click goes back to
    /// How values are written and read where that is not as numbers: "1 GB"; null: as numbers.
    QString (*write)(double value) = nullptr;
    std::optional<double> (*read)(const QString& text) = nullptr;
};

/// One parameter: symbol and word, a field to type in, a slider, and a line for what is wrong with it.
///
/// Invariants  shows what setValue() was given or what was last asked for; a value beyond the slider's range
///             widens the range until one that is typed or given fits the usual range again
class ParamSlider : public QWidget {
    Q_OBJECT
public:
    explicit ParamSlider(ParamSpec spec, QWidget* parent = nullptr);
    ~ParamSlider() override;

    const ParamSpec& spec() const { return m_spec; }
    double value() const { return m_value; }
    void setValue(double value);
    /// What the slider covers unless the value lies beyond.
    void setRange(double minimum, double maximum);
    /// The unit behind the number; empty for none.
    void setUnit(const QString& unit);
    /// Dragging keeps to multiples of `snap`, unless Shift is held. 0: every value.
    void setSnap(double snap) { m_snap = snap; }
    /// Dragging and keys keep to these values, ascending, unless Shift is held; any other can be typed. None: every
    /// value.
    void setStops(std::vector<double> stops) { m_stops = std::move(stops); }
    /// Stands in the field in place of a number that there is no single one of: "20–28". The field then
    /// asks for the editor; the slider goes on to ask for values, which scale all entries. Empty: a number.
    void setStandIn(const QString& text);
    /// Stands in place of field and slider where something else determines the value: "= 400/D". Empty: they are there.
    void setDetermined(const QString& text);
    bool isDetermined() const { return m_slider->isHidden(); }
    /// Marks the field and shows the reason beneath; empty: all is well. Values that are `offered` in place of the
    /// present one stand behind it as links.
    void setError(const QString& reason, const QList<double>& offered = {});
    QString error() const { return m_refusal.isEmpty() ? m_outsideError : m_refusal; }
    const QList<double>& offered() const { return m_offered; }
    /// Puts a small button before the field.
    void addButton(QWidget* button);
    /// Stands in place of symbol and word.
    void setHeading(QWidget* heading);

    /// The value as it is shown.
    QString text() const;
    /// Moves by steps that a room full of people sees, up or down: ParamScale::strode().
    void stepBy(int steps);

    NumberField* field() const { return m_field; }
    SlimSlider* slider() const { return m_slider; }

signals:
    /// A person wants this value. Edits of one drag or burst of keys share a gesture; 0 stands alone.
    void valueEdited(double value, int gesture);
    void editorAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask(double value, int gesture);
    void accept(const QString& text);
    QString textOf(double value) const;
    QString refusalOf(const QString& text, std::optional<double> number) const;
    double stopAt(double position) const;
    double steppedFrom(double value, SlimSlider::Step step) const;
    void fitScale();
    void showValue(double value);
    void showErrors();

    ParamSpec m_spec;
    ParamScale m_base;  // the usual range
    double m_value = 0;
    double m_snap = 0;
    std::vector<double> m_stops;
    QString m_unit;
    QString m_standIn;
    QString m_refusal;       // of what was typed
    QString m_outsideError;  // of the value in force
    QList<double> m_offered;
    QHBoxLayout* m_line = nullptr;
    QLabel *m_symbol = nullptr, *m_word = nullptr;
    QLabel* m_determined = nullptr;
    NumberField* m_field = nullptr;
    SlimSlider* m_slider = nullptr;
    ReasonBalloon* m_error = nullptr;
    std::vector<QWidget*> m_buttons;
};

}  // namespace bubblescope
